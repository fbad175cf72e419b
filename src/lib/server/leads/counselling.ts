import type { counsellingRoutes } from '#lib/contract/leads/leads.ts';
import { campaignOf } from '#lib/domain/core/attribution.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Links for booking a counselling call about a programme. [API-50] */
export const counsellingHandlers: Handlers<keyof typeof counsellingRoutes> = {
  'GET /api/v1/programs/{programSlug}/counselling-calendly-link/': async ({ params, session, cookies }) => {
    const program = findProgram(params.programSlug);
    if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
    const { counselling } = program;
    const url = counselling?.available ? counselling.url : null;
    return {
      programSlug: program.slug,
      url,
      prefilledUrl: url && addVisitor(url, session?.user ?? null, campaignOf(attributionOf(cookies))),
      durationMinutes: counselling?.durationMinutes ?? null,
      available: url !== null,
      fallback: counselling?.fallback ?? null,
    };
  },
};

/** Adds the visitor and the campaign to the link, under the names that the booking page reads. */
function addVisitor(url: string, row: UserRow | null, campaign: Record<string, string>): string {
  const link = new URL(url);
  const user = row && presentUser(row);
  if (user) {
    link.searchParams.set('name', user.name);
    link.searchParams.set('email', user.email);
  }
  for (const [name, value] of Object.entries(campaign)) link.searchParams.set(name, value);
  return link.href;
}
