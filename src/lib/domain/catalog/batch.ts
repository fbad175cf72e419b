import type { ProgramType } from './programs.ts';

/** A batch is planned until applications open, open until its seats or its days run out. */
export const batchStatuses = ['PLANNED', 'OPEN', 'FILLING_FAST', 'FULL', 'CLOSED'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export interface BatchFacts {
  programType: ProgramType;
  /** Calendar day, `2026-12-05`. */
  startsOn: string;
  seatsTotal: number;
  seatsLeft: number;
  applicationsCloseAt: Date;
  /** Announced, but not taking applications yet. */
  isPlanned?: boolean | undefined;
}

const fewSeats = 0.2;

/** What the clock and the seats say; nobody writes it down (API-50). */
export function batchStatus(batch: BatchFacts, now: Date): BatchStatus {
  if (batch.applicationsCloseAt.getTime() <= now.getTime()) return 'CLOSED';
  if (batch.isPlanned) return 'PLANNED';
  if (batch.seatsLeft <= 0) return 'FULL';
  return batch.seatsLeft <= batch.seatsTotal * fewSeats ? 'FILLING_FAST' : 'OPEN';
}

/**
 * The batch to apply to and the one after it. The first that has a seat; where none has, the first that is full, so
 * that a page can say so. Null where applications to none are open: then there is a form for interest.
 */
export function eligibleBatches<B extends BatchFacts>(
  batches: readonly B[],
  programType: ProgramType,
  now: Date,
): { batch: B | null; nextBatch: B | null } {
  const upcoming = batches
    .filter((one) => one.programType === programType && batchStatus(one, now) !== 'CLOSED')
    .toSorted((a, b) => a.startsOn.localeCompare(b.startsOn));
  const first = (...wanted: BatchStatus[]) => upcoming.find((one) => wanted.includes(batchStatus(one, now)));
  const batch = first('OPEN', 'FILLING_FAST') ?? first('FULL') ?? null;
  const later = batch ? upcoming.slice(upcoming.indexOf(batch) + 1) : upcoming;
  return { batch, nextBatch: later.find((one) => batchStatus(one, now) !== 'FULL') ?? null };
}
