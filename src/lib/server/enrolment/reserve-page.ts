import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import { reservePath } from '#lib/domain/catalog/batch-card.ts';
import type { Fee } from '#lib/domain/enrolment/fee.ts';
import { type BatchWithSeats, listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import type { Program } from '#lib/server/catalog/content/index.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findBatchClosedReason } from './enrolment-aggregate.ts';
import { findOpenEnrolmentId, priceOf } from './reserve-seat.ts';
import { findUsableAward, type UsableAward } from './scholarship/use-award.ts';

/** A batch that can be chosen on the page. */
export interface BatchOption {
  batch: BatchWithSeats;
  /** `December batch` */
  label: string;
  isFull: boolean;
  href: string;
}

export interface ReservePage {
  /** The chosen batch with its price; null while no batch takes people. */
  chosen: (BatchOption & { fee: Fee }) | null;
  /** The person's award, which the price has taken off already. */
  award: UsableAward | null;
  /** The other batches that take people. */
  others: BatchOption[];
  /** The person's open enrolment in this programme. */
  openEnrolmentId: string | null;
}

/** Loads the page on which a seat is reserved: the batch that the address names, or else the first one with a seat. */
export async function loadReservePage(
  db: Db,
  program: Program,
  batchId: string | null,
  userId: string | null,
): Promise<ReservePage> {
  const now = await databaseNow(db);
  const options = (await listBatchesWithSeats(db))
    .filter((batch) => batch.programType === program.type && findBatchClosedReason(batch, now) === null)
    .map((batch) => toOption(batch, program.slug));
  const chosen =
    options.find(({ batch }) => batch.id === batchId) ?? options.find(({ isFull }) => !isFull) ?? options[0];
  const award = userId ? await findUsableAward(db, userId, program.slug) : null;
  const price = chosen?.batch.fee && priceOf(chosen.batch, chosen.batch.fee, now, award?.sharePercent);
  return {
    chosen: price ? { ...chosen, fee: price } : null,
    award,
    others: options.filter((option) => option !== chosen),
    openEnrolmentId: userId && (await findOpenEnrolmentId(db, userId, program.slug)),
  };
}

const toOption = (batch: BatchWithSeats, programSlug: string): BatchOption => ({
  batch,
  label: batchMonthName(batch.startsOn),
  isFull: batch.seatsLeft === 0,
  href: reservePath(programSlug, batch.id),
});
