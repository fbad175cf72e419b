import { type Selectable, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable, TrainingBatchTable } from '#lib/server/db/schema/appointments.ts';

/** Seats that may still be taken, of slots and batches. */

/** Free seats of the interviews of one stage; a null stage is every one of the job. */
export interface FreeSeats {
  jobId: string;
  stageKey: string | null;
  seats: number;
}

/** Neither begun, nor called off, nor full, by the database's clock. */
const isFree = sql<boolean>`(starts_at > now() and cancelled_at is null and taken < capacity)`;

export async function findFreeSeats(db: Db, jobIds: readonly string[]): Promise<FreeSeats[]> {
  return db
    .selectFrom('interviewSlot')
    .select(['jobId', 'stageKey', sql<number>`sum(capacity - taken)`.as('seats')])
    .where('jobId', 'in', jobIds)
    .where(isFree)
    .groupBy(['jobId', 'stageKey'])
    .execute();
}

/** The next one first. */
export async function findBatches(
  db: Db,
  jobIds: readonly string[],
): Promise<Selectable<TrainingBatchTable>[]> {
  return db
    .selectFrom('trainingBatch')
    .selectAll()
    .where('jobId', 'in', jobIds)
    .where(isFree)
    .orderBy('startsAt')
    .orderBy('id')
    .execute();
}

export async function findSlots(db: Db, ids: readonly string[]): Promise<Selectable<InterviewSlotTable>[]> {
  if (!ids.length) return [];
  return db.selectFrom('interviewSlot').selectAll().where('id', 'in', ids).execute();
}

/** As many as a person looks through, the next ones first. */
const mostSlots = 200;

export async function listFreeSlots(
  db: Db,
  jobId: string,
  stageKey: string,
): Promise<Selectable<InterviewSlotTable>[]> {
  return db
    .selectFrom('interviewSlot')
    .selectAll()
    .where('jobId', '=', jobId)
    .where((where) => where.or([where('stageKey', 'is', null), where('stageKey', '=', stageKey)]))
    .where(isFree)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(mostSlots)
    .execute();
}
