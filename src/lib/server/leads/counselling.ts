import { campaignOf } from '#lib/domain/core/attribution.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Where a visitor books a counselling call for a programme. */
export const counsellingHandlers: Handlers<'GET /api/v1/programs/{programSlug}/counselling-calendly-link/'> =
  {
    'GET /api/v1/programs/{programSlug}/counselling-calendly-link/': async ({ params, session, cookies }) => {
      const program = findProgram(params.programSlug);
      if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
      const { counselling } = program;
      const url = counselling?.available ? counselling.url : null;
      return {
        programSlug: program.slug,
        url,
        prefilledUrl: url && prefilled(url, session?.user ?? null, campaignOf(attributionOf(cookies))),
        durationMinutes: counselling?.durationMinutes ?? null,
        available: url !== null,
        fallback: counselling?.fallback ?? null,
      };
    },
  };

/** The booking page reads these names from its query. */
function prefilled(url: string, row: UserRow | null, campaign: Record<string, string>): string {
  const link = new URL(url);
  const user = row && presentUser(row);
  if (user) {
    link.searchParams.set('name', user.name);
    link.searchParams.set('email', user.email);
  }
  for (const [name, value] of Object.entries(campaign)) link.searchParams.set(name, value);
  return link.href;
}
