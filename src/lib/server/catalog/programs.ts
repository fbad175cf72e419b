import type { Batch, programRoutes } from '#lib/contract/catalog/programs.ts';
import { batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';
import type { Handlers } from '#lib/server/context.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { type BatchEntry, listBatches } from './content/index.ts';

/** The batch of a programme that can be applied to now. */
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
};

/** Converts a batch of the content to the API's shape, with its status at a time. [API-50] */
function presentBatch({ isPlanned, applicationsCloseAt, ...batch }: BatchEntry, now: Date): Batch {
  return {
    ...batch,
    applicationsCloseAt: applicationsCloseAt.toISOString(),
    status: batchStatus({ ...batch, isPlanned, applicationsCloseAt }, now),
  };
}
