import { v5 as uuidv5 } from 'uuid';
import type { counsellingRoutes } from '#lib/contract/leads/leads.ts';
import { campaignOf } from '#lib/domain/core/attribution.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Links for booking a counselling call about a programme. [API-50] */
export const counsellingHandlers: Handlers<keyof typeof counsellingRoutes> = {
  'GET /api/v1/programs/{programSlug}/counselling-calendly-link/': async ({
    db,
    params,
    session,
    ...visit
  }) => {
    const program = findProgram(params.programSlug);
    if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
    const { counselling } = program;
    const url = counselling?.available ? counselling.url : null;
    if (url && session?.user.phoneVerifiedAt) await recordInterest(db, session.user, program.slug);
    return {
      programSlug: program.slug,
      url,
      prefilledUrl: url && addVisitor(url, session?.user ?? null, campaignOf(attributionOf(visit))),
      durationMinutes: counselling?.durationMinutes ?? null,
      available: url !== null,
      fallback: counselling?.fallback ?? null,
    };
  },
};

/**
 * Records that a person with a verified number was about to book a conversation; once per person and programme. Bookings are
 * made with the provider, so whether they booked is not known here.
 */
async function recordInterest(db: Db, user: UserRow, programSlug: string): Promise<void> {
  const { id: userId, firstName, lastName, phoneE164, email, timeZone } = user;
  const subjectId = uuidv5(programSlug, userId);
  const person = { userId, firstName, lastName, phoneE164, email, timeZone };
  await db
    .transaction()
    .execute((trx) => recordLead(trx, { source: 'COUNSELLING', subjectId, programSlug, ...person }));
}

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
