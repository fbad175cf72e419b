import type { Batch, programRoutes } from '#lib/contract/catalog/programs.ts';
import { batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';
import { campaignOf } from '#lib/domain/core/attribution.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { attributionOf } from '#lib/server/core/attribution.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Handlers } from '#lib/server/http/serve.ts';
import { type BatchEntry, findProgram, listBatches } from './content/index.ts';

/** Programmes: what can be applied to now, and whom to talk to. */
export const programHandlers: Handlers<keyof typeof programRoutes> = {
  'GET /api/v1/public/cap/eligible-batch/': async ({ db }) => {
    const now = await databaseNow(db);
    const { batch, nextBatch } = eligibleBatches(listBatches(), 'CAREER_ACCELERATOR_PROGRAM', now);
    return {
      batch: batch && presentBatch(batch, now),
      nextBatch: nextBatch && presentBatch(nextBatch, now),
      serverTime: now.toISOString(),
    };
  },

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

/** Content → wire, with what the clock says (API-50); pages show it too. */
export function presentBatch({ isPlanned, applicationsCloseAt, ...batch }: BatchEntry, now: Date): Batch {
  return {
    ...batch,
    applicationsCloseAt: applicationsCloseAt.toISOString(),
    status: batchStatus({ ...batch, isPlanned, applicationsCloseAt }, now),
  };
}

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
