import type { CatalogType, ProgramType } from './programs.ts';

/** A batch is planned until applications open, and open until it is full or its application period ends. */
export const batchStatuses = ['PLANNED', 'OPEN', 'FILLING_FAST', 'FULL', 'CLOSED'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export interface BatchSchedule {
  programType: ProgramType;
  /** Calendar day, `2026-12-05`. */
  startsOn: string;
  seatsTotal: number;
  seatsLeft: number;
  applicationsCloseAt: Date;
  /** Announced, but not taking applications yet. */
  isPlanned?: boolean | undefined;
}

/** Returns how learners call a batch: `December batch`, by the month of its first day. */
export const batchMonthName = (startsOn: string): string =>
  `${monthFormat.format(new Date(`${startsOn}T00:00:00Z`))} batch`;

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** The maximum share of seats left in a batch that is filling fast. */
const fillingFastShare = 0.2;

/** Computes the status of a batch from the clock and its seats; it is stored nowhere. [API-50] */
export function batchStatus(batch: BatchSchedule, now: Date): BatchStatus {
  if (batch.applicationsCloseAt.getTime() <= now.getTime()) return 'CLOSED';
  if (batch.isPlanned) return 'PLANNED';
  if (batch.seatsLeft <= 0) return 'FULL';
  return batch.seatsLeft <= batch.seatsTotal * fillingFastShare ? 'FILLING_FAST' : 'OPEN';
}

/**
 * Finds the batch to apply to and the one after it: the first with a seat, or else the first full one, so that a page can say
 * that it is full. Returns null where no batch takes applications; the page then offers a form for interest. [API-50]
 */
export function eligibleBatches<B extends BatchSchedule>(
  batches: readonly B[],
  programType: CatalogType,
  now: Date,
): { batch: B | null; nextBatch: B | null } {
  const upcoming = batches
    .filter((one) => one.programType === programType && batchStatus(one, now) !== 'CLOSED')
    .toSorted((a, b) => a.startsOn.localeCompare(b.startsOn));
  const first = (...statuses: BatchStatus[]) =>
    upcoming.find((one) => statuses.includes(batchStatus(one, now)));
  const batch = first('OPEN', 'FILLING_FAST') ?? first('FULL') ?? null;
  const later = batch ? upcoming.slice(upcoming.indexOf(batch) + 1) : upcoming;
  return { batch, nextBatch: later.find((one) => batchStatus(one, now) !== 'FULL') ?? null };
}
