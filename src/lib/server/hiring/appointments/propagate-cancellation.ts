import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, systemActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadApplicationForUpdate, requireApplicationAggregate } from '../application-aggregate.ts';
import { moveLockedInterview } from './interview-transitions.ts';
import { moveLockedTraining } from './training-transitions.ts';

/**
 * Propagates a change of a batch or a slot to the people who have a seat. The change itself is committed
 * first, so that nobody can book a cancelled seat. Seats are changed a few per transaction, so that no lock
 * is held for long; housekeeping continues if the process is killed.
 */

export type PropagationDeps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;

const seatsPerTransaction = 20;

interface SeatChange {
  /** Returns ids of applications that the change has not reached yet, in order. */
  listPending(trx: Db, ids?: readonly string[]): Promise<string[]>;
  apply(work: UnitOfWork, actor: Actor, applicationId: string, publicNote: string | null): Promise<void>;
}

/** Releases all seats of a cancelled batch and notifies their candidates. Returns the number of seats. */
export const releaseBatch = (
  deps: PropagationDeps,
  actor: Actor,
  batchId: string,
  note: string | null,
): Promise<number> =>
  applyToSeats(deps, actor, note, {
    listPending: (trx, ids) => listSeatedInBatch(trx, batchId, ids),
    apply: async (work, actor, id, publicNote) => {
      const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
      await moveLockedTraining(work, actor, aggregate, 'GIVE_UP_SEAT', { publicNote });
    },
  });

/** Notifies everybody with a seat in a batch whose time or place has changed. Returns the number of seats. */
export const notifyBatch = (deps: PropagationDeps, actor: Actor, batchId: string): Promise<number> =>
  applyToSeats(deps, actor, null, {
    listPending: (trx, ids) => listSeatedInBatch(trx, batchId, ids, { isOutdated: true }),
    apply: async (work, actor, id) => {
      const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
      await moveLockedTraining(work, actor, aggregate, 'MOVE_BATCH');
    },
  });

/** Releases all seats of a cancelled slot and lets their candidates choose again. Returns the number of seats. */
export const releaseSlot = (
  deps: PropagationDeps,
  actor: Actor,
  slotId: string,
  note: string | null,
): Promise<number> =>
  applyToSeats(deps, actor, note, {
    listPending: (trx, ids) => listSeatedInSlot(trx, slotId, ids),
    apply: async (work, actor, id, publicNote) => {
      // One message says that the time is cancelled and how to choose another.
      const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
      await moveLockedInterview(work, actor, aggregate, 'CANCEL_INTERVIEW', { isQuiet: true });
      const cancelled = await requireApplicationAggregate(work.trx, id, aggregate.person.id);
      await moveLockedInterview(work, actor, cancelled, 'INVITE_AGAIN', { publicNote });
    },
  });

async function applyToSeats(
  { db, messages, config }: PropagationDeps,
  actor: Actor,
  note: string | null,
  { listPending, apply }: SeatChange,
): Promise<number> {
  let count = 0;
  for (;;) {
    const isDone = await db.transaction().execute(async (trx) => {
      const found = await listPending(trx);
      if (!found.length) return true;
      // Every transaction locks applications before seats, in the order of their ids.
      await trx
        .selectFrom('jobApplication')
        .select('id')
        .where('id', 'in', found)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const ids = await listPending(trx, found);
      for (const id of ids) await apply({ trx, messages, config }, actor, id, note);
      count += ids.length;
      return false;
    });
    if (isDone) return count;
  }
}

async function listSeatedInBatch(
  trx: Db,
  batchId: string,
  ids?: readonly string[],
  { isOutdated = false } = {},
): Promise<string[]> {
  const rows = await trx
    .selectFrom('training')
    .innerJoin('trainingBatch', 'trainingBatch.id', 'training.batchId')
    .select('applicationId')
    .where('batchId', '=', batchId)
    .where('status', '=', 'SCHEDULED')
    .$if(isOutdated, (query) => query.whereRef('toldVersion', '<', 'version'))
    .$if(ids !== undefined, (query) => query.where('applicationId', 'in', ids ?? []))
    .orderBy('applicationId')
    .limit(seatsPerTransaction)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
}

async function listSeatedInSlot(trx: Db, slotId: string, ids?: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('interview')
    .select('applicationId')
    .where('slotId', '=', slotId)
    .where('status', '=', 'SCHEDULED')
    .$if(ids !== undefined, (query) => query.where('applicationId', 'in', ids ?? []))
    .orderBy('applicationId')
    .limit(seatsPerTransaction)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
}

/** Finishes cancellations and moves that have not been propagated to everybody. */
export async function propagatePendingChanges(deps: PropagationDeps): Promise<void> {
  const { db } = deps;
  const listCancelled = (table: 'trainingBatch' | 'interviewSlot') =>
    db
      .selectFrom(table)
      .select(['id', 'cancelNote'])
      .where('cancelledAt', 'is not', null)
      .where('taken', '>', 0)
      .execute();
  for (const { id, cancelNote } of await listCancelled('trainingBatch'))
    await releaseBatch(deps, systemActor, id, cancelNote);
  for (const { id, cancelNote } of await listCancelled('interviewSlot'))
    await releaseSlot(deps, systemActor, id, cancelNote);
  const moved = await db
    .selectFrom('trainingBatch')
    .select('id')
    .where('startsAt', '>', sql<Date>`now()`)
    .where('version', '>', 0)
    .where('taken', '>', 0)
    .where('cancelledAt', 'is', null)
    .execute();
  for (const { id } of moved) await notifyBatch(deps, systemActor, id);
}
