import { type Selectable, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable, TrainingBatchTable } from '#lib/server/db/schema/appointments.ts';

/**
 * Seats are counted where they are: one conditional update takes one, and two people who reach for the last one meet in
 * it. Never more are taken than there are, whatever runs at the same time.
 */

export type Seated = 'interviewSlot' | 'trainingBatch';

/** One seat of what is still to come; false when there is none left. */
export async function takeSeat(trx: Db, table: Seated, id: string): Promise<boolean> {
  const taken = await trx
    .updateTable(table)
    .set({ taken: sql<number>`taken + 1` })
    .where('id', '=', id)
    .where(sql<boolean>`taken < capacity and starts_at > now() and cancelled_at is null`)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a seat back; call it after the new one is sure. */
export async function giveBackSeat(trx: Db, table: Seated, id: string): Promise<void> {
  await trx.updateTable(table).set({ taken: sql<number>`taken - 1` }).where('id', '=', id).execute();
}

/** In the order of their ids, so that two people who exchange slots wait for one another rather than for ever. */
export async function lockSlots(trx: Db, ids: readonly string[]): Promise<Selectable<InterviewSlotTable>[]> {
  return trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** As it is until the transaction ends: the candidate is told no time that it had before. */
export async function lockBatch(trx: Db, id: string): Promise<Selectable<TrainingBatchTable> | null> {
  const batch = await trx
    .selectFrom('trainingBatch')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return batch ?? null;
}
