import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, systemActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadApplicationForUpdate } from '../applications/application-aggregate.ts';
import { moveInterviewOf } from '../interviews/move-interview.ts';
import { moveTrainingOf } from '../trainings/move-training.ts';

/**
 * What a change of a batch or a slot means for those who have a seat. The change itself comes first, in a transaction
 * of its own: from then on nobody takes a seat of what is called off. The seats follow, a few in each transaction, so
 * that nobody waits for long; what a process that died has left, housekeeping finishes.
 */

export type Given = Pick<ApiDeps, 'db' | 'messages' | 'config'>;

/** Of one transaction. */
const mostSeats = 20;

interface Change {
  /** Applications that the change has not reached yet, by id. */
  due(trx: Db, among?: readonly string[]): Promise<string[]>;
  reach(work: UnitOfWork, by: Actor, applicationId: string, publicNote: string | null): Promise<void>;
}

/** Gives up all seats of a batch that is called off, and tells. Gives how many there were. */
export const releaseBatch = (
  given: Given,
  by: Actor,
  batchId: string,
  note: string | null,
): Promise<number> =>
  reachAll(given, by, note, {
    due: (trx, among) => seatedInBatch(trx, batchId, among),
    reach: async (work, by, id, publicNote) => {
      const standing = await loadApplicationForUpdate(work.trx, by, id);
      await moveTrainingOf(work, by, standing, 'GIVE_UP_SEAT', { publicNote });
    },
  });

/** Tells all who have a seat of a batch that its time or place has changed. */
export const tellBatch = (given: Given, by: Actor, batchId: string): Promise<number> =>
  reachAll(given, by, null, {
    due: (trx, among) => seatedInBatch(trx, batchId, among, { isUntold: true }),
    reach: async (work, by, id) => {
      const standing = await loadApplicationForUpdate(work.trx, by, id);
      await moveTrainingOf(work, by, standing, 'MOVE_BATCH');
    },
  });

/** Takes the time from all who have a seat of a slot that is called off, and lets them choose again. */
export const releaseSlot = (given: Given, by: Actor, slotId: string, note: string | null): Promise<number> =>
  reachAll(given, by, note, {
    due: (trx, among) => seatedInSlot(trx, slotId, among),
    reach: async (work, by, id, publicNote) => {
      // One message for both: the time is gone, and what to do about it.
      const standing = await loadApplicationForUpdate(work.trx, by, id);
      await moveInterviewOf(work, by, standing, 'CANCEL_INTERVIEW', { isQuiet: true });
      await moveInterviewOf(work, by, await loadApplicationForUpdate(work.trx, by, id), 'INVITE_AGAIN', {
        publicNote,
      });
    },
  });

async function reachAll(
  { db, messages, config }: Given,
  by: Actor,
  note: string | null,
  { due, reach }: Change,
): Promise<number> {
  let reached = 0;
  for (;;) {
    const isOver = await db.transaction().execute(async (trx) => {
      const found = await due(trx);
      if (!found.length) return true;
      // Applications before seats, and by id, as everywhere.
      await trx
        .selectFrom('jobApplication')
        .select('id')
        .where('id', 'in', found)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const still = await due(trx, found);
      for (const id of still) await reach({ trx, messages, config }, by, id, note);
      reached += still.length;
      return false;
    });
    if (isOver) return reached;
  }
}

async function seatedInBatch(
  trx: Db,
  batchId: string,
  among?: readonly string[],
  { isUntold = false } = {},
): Promise<string[]> {
  const rows = await trx
    .selectFrom('training')
    .innerJoin('trainingBatch', 'trainingBatch.id', 'training.batchId')
    .select('applicationId')
    .where('batchId', '=', batchId)
    .where('status', '=', 'SCHEDULED')
    .$if(isUntold, (query) => query.whereRef('toldVersion', '<', 'version'))
    .$if(among !== undefined, (query) => query.where('applicationId', 'in', among ?? []))
    .orderBy('applicationId')
    .limit(mostSeats)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
}

async function seatedInSlot(trx: Db, slotId: string, among?: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('interview')
    .select('applicationId')
    .where('slotId', '=', slotId)
    .where('status', '=', 'SCHEDULED')
    .$if(among !== undefined, (query) => query.where('applicationId', 'in', among ?? []))
    .orderBy('applicationId')
    .limit(mostSeats)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
}

/** Goes on with what was called off or moved and did not reach everybody. */
export async function followSeats(given: Given): Promise<void> {
  const { db } = given;
  const calledOff = (table: 'trainingBatch' | 'interviewSlot') =>
    db
      .selectFrom(table)
      .select(['id', 'cancelNote'])
      .where('cancelledAt', 'is not', null)
      .where('taken', '>', 0)
      .execute();
  for (const { id, cancelNote } of await calledOff('trainingBatch'))
    await releaseBatch(given, systemActor, id, cancelNote);
  for (const { id, cancelNote } of await calledOff('interviewSlot'))
    await releaseSlot(given, systemActor, id, cancelNote);
  const moved = await db
    .selectFrom('trainingBatch')
    .select('id')
    .where('startsAt', '>', sql<Date>`now()`)
    .where('version', '>', 0)
    .where('taken', '>', 0)
    .where('cancelledAt', 'is', null)
    .execute();
  for (const { id } of moved) await tellBatch(given, systemActor, id);
}
