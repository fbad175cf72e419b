import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable, TrainingBatchTable } from '#lib/server/db/schema/appointments.ts';

/**
 * Seats of interview slots and training batches. Each row counts its own seats, and one conditional update
 * reserves one, so two people who want the last seat cannot both get it.
 */

/**
 * Counts free seats of the interviews of one stage; a null stage stands for every interview stage of the job.
 */
export interface FreeSeats {
  jobId: string;
  stageKey: string | null;
  seats: number;
}

export type SeatTable = 'interviewSlot' | 'trainingBatch';

/**
 * Matches a slot or batch that has not begun, is not cancelled and has a free seat, by the database's clock.
 */
export const hasFreeSeat = sql<boolean>`(starts_at > now() and cancelled_at is null and taken < capacity)`;

/** The maximum number of slots that a candidate is shown. */
const maxSlots = 200;

/** Whose slots: the interviews of one stage of a job, or the mock interviews of an expert. */
export type SlotOwner = { jobId: string; stageKey: string } | { expertId: string };

/** Lists the free slots of an owner, the next one first. */
export async function listFreeSlots(db: Db, owner: SlotOwner): Promise<Selectable<InterviewSlotTable>[]> {
  const slots = await db
    .selectFrom('interviewSlot')
    .selectAll()
    .where((where) =>
      'expertId' in owner
        ? where('expertId', '=', owner.expertId)
        : where.and([
            where('jobId', '=', owner.jobId),
            where.or([where('stageKey', 'is', null), where('stageKey', '=', owner.stageKey)]),
          ]),
    )
    .where(hasFreeSeat)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(maxSlots)
    .execute();
  return slots.filter(isReadable);
}

/** Reserves one seat. Returns false when no seat is free, or when `unless` is true of the row. */
export async function reserveSeat(
  trx: Db,
  table: SeatTable,
  id: string,
  unless: RawBuilder<boolean> = sql<boolean>`false`,
): Promise<boolean> {
  const row = await trx
    .updateTable(table)
    .set({ taken: sql<number>`taken + 1` })
    .where('id', '=', id)
    .where(hasFreeSeat)
    .where(sql<boolean>`not ${unless}`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases one seat. To change seats, reserve the new seat first and then call it for the old one. */
export async function releaseSeat(trx: Db, table: SeatTable, id: string): Promise<void> {
  await trx.updateTable(table).set({ taken: sql<number>`taken - 1` }).where('id', '=', id).execute();
}

/** Locks slots in the order of their ids, so that two people who exchange slots cannot deadlock. */
export async function lockSlots(trx: Db, ids: readonly string[]): Promise<Selectable<InterviewSlotTable>[]> {
  return trx
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks batches in the order of their ids, so that their times cannot change before the candidate is notified. */
export async function lockBatches(
  trx: Db,
  ids: readonly string[],
): Promise<Selectable<TrainingBatchTable>[]> {
  return trx
    .selectFrom('trainingBatch')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
