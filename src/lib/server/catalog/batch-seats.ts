import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { type BatchEntry, listBatches } from './content/index.ts';

/**
 * Seats of the batches in src/content. A file states how many seats a batch has and how many were sold elsewhere; the
 * database counts those that were reserved on this site, in one row per batch.
 */

/** A batch with its free seats. */
export type BatchWithSeats = BatchEntry & { seatsLeft: number };

/** The number of seats that can be reserved on this site. */
const onlineSeats = ({ seatsTotal, seatsSoldElsewhere }: BatchEntry): number =>
  seatsTotal - seatsSoldElsewhere;

/** Lists all batches with their free seats, by their first day. */
export async function listBatchesWithSeats(db: Db): Promise<BatchWithSeats[]> {
  const rows = await db.selectFrom('batchSeats').select(['batchId', 'taken']).execute();
  const taken = new Map(rows.map(({ batchId, taken }) => [batchId, taken]));
  return listBatches().map((batch) => ({
    ...batch,
    seatsLeft: Math.max(0, onlineSeats(batch) - (taken.get(batch.id) ?? 0)),
  }));
}

/** Reserves one seat by one conditional write. Returns false when no seat is free. */
export async function reserveBatchSeat(trx: Db, batch: BatchEntry): Promise<boolean> {
  const seats = onlineSeats(batch);
  const { rows } = await sql`
    insert into batch_seats (batch_id, taken) select ${batch.id}, 1 where ${seats}::int > 0
    on conflict (batch_id) do update set taken = batch_seats.taken + 1 where batch_seats.taken < ${seats}::int
    returning taken`.execute(trx);
  return rows.length === 1;
}

/** Returns whether more seats of a batch are reserved than it has. The caller has written its row, so nobody else can meanwhile. */
export async function isOverbooked(trx: Db, batchId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('batchSeats')
    .select('taken')
    .where('batchId', '=', batchId)
    .executeTakeFirst();
  const batch = listBatches().find(({ id }) => id === batchId);
  return row !== undefined && batch !== undefined && row.taken > onlineSeats(batch);
}

/** Releases one seat. */
export async function releaseBatchSeat(trx: Db, batchId: string): Promise<void> {
  await trx
    .updateTable('batchSeats')
    .set({ taken: sql<number>`taken - 1` })
    .where('batchId', '=', batchId)
    .execute();
}
