import type { Batch, programRoutes } from '#lib/contract/catalog/programs.ts';
import { batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';
import type { Handlers } from '#lib/server/context.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type BatchWithSeats, listBatchesWithSeats } from './batch-seats.ts';
import { findProgram } from './content/index.ts';

/** The batches of programmes with their free seats. */
export const programHandlers: Handlers<keyof typeof programRoutes> = {
  'GET /api/v1/public/programs/{programSlug}/batches/': async ({ db, params }) => {
    const program = findProgram(params.programSlug);
    if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
    const now = await databaseNow(db);
    const batches = await listBatchesWithSeats(db);
    return {
      results: batches
        .filter((batch) => batch.programType === program.type && batchStatus(batch, now) !== 'CLOSED')
        .map((batch) => presentBatch(batch, now)),
      serverTime: now.toISOString(),
    };
  },

  'GET /api/v1/public/cap/eligible-batch/': async ({ db }) => {
    const now = await databaseNow(db);
    const batches = await listBatchesWithSeats(db);
    const { batch, nextBatch } = eligibleBatches(batches, 'CAREER_ACCELERATOR_PROGRAM', now);
    return {
      batch: batch && presentBatch(batch, now),
      nextBatch: nextBatch && presentBatch(nextBatch, now),
      serverTime: now.toISOString(),
    };
  },
};

/** Converts a batch to the API's shape, with its status at a time. [API-50] */
function presentBatch(
  { isPlanned, seatsSoldElsewhere: _, applicationsCloseAt, fee, ...batch }: BatchWithSeats,
  now: Date,
): Batch {
  return {
    ...batch,
    applicationsCloseAt: applicationsCloseAt.toISOString(),
    fee: fee && { amount: fee.amount, currency: fee.currency },
    status: batchStatus({ ...batch, isPlanned, applicationsCloseAt }, now),
  };
}
