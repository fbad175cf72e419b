import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, systemActor } from '#lib/server/core/actor.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { RunWork, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { loadApplicationForUpdate } from '../application-aggregate.ts';
import { cancelInterview } from './cancel-interview.ts';
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
  runWork: RunWork,
  actor: Actor,
  batchId: string,
  note: string | null,
): Promise<number> =>
  applyToSeats(runWork, actor, note, {
    listPending: (trx, ids) => listSeatedInBatch(trx, batchId, ids),
    apply: async (work, actor, id, publicNote) => {
      const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
      await moveLockedTraining(work, actor, aggregate, 'GIVE_UP_SEAT', { publicNote });
    },
  });

/**
 * Notifies everybody with a seat in a batch of whose time or place they know another version. That of somebody who booked before a
 * change was undone may be higher than the batch's. Returns the number of seats.
 */
export const notifyBatch = (runWork: RunWork, actor: Actor, batchId: string): Promise<number> =>
  applyToSeats(runWork, actor, null, {
    listPending: (trx, ids) => listSeatedInBatch(trx, batchId, ids, { isOutdated: true }),
    apply: async (work, actor, id) => {
      const aggregate = await loadApplicationForUpdate(work.trx, actor, id);
      await moveLockedTraining(work, actor, aggregate, 'MOVE_BATCH');
    },
  });

/** Releases all seats of a cancelled slot and lets their candidates choose again. Returns the number of seats. */
export const releaseSlot = (
  runWork: RunWork,
  actor: Actor,
  slotId: string,
  note: string | null,
): Promise<number> =>
  applyToSeats(runWork, actor, note, {
    listPending: (trx, ids) => listSeatedInSlot(trx, slotId, ids),
    apply: (work, actor, id, publicNote) => cancelInterview(work, actor, id, { publicNote, mayRebook: true }),
  });

async function applyToSeats(
  runWork: RunWork,
  actor: Actor,
  note: string | null,
  { listPending, apply }: SeatChange,
): Promise<number> {
  let count = 0;
  for (;;) {
    const isDone = await runWork(async (work) => {
      const { trx } = work;
      const found = await listPending(trx);
      if (!found.length) return true;
      // Every transaction locks applications before seats, in the order of their ids.
      const locked = await trx
        .selectFrom('jobApplication')
        .select(['id', 'userId'])
        .where('id', 'in', found)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const pending = new Set(await listPending(trx, found));
      // Messages count against each person's budget, and two transactions must count the same people in one order.
      const ids = locked
        .toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
        .flatMap(({ id }) => (pending.has(id) ? [id] : []));
      for (const id of ids) await apply(work, actor, id, note);
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
    .$if(isOutdated, (query) => query.whereRef('toldVersion', '!=', 'version'))
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

/**
 * Finishes cancellations and moves that have not been propagated to everybody. A batch or slot that fails is logged and does not
 * stop the others.
 */
export async function propagatePendingChanges(deps: PropagationDeps & Pick<ApiDeps, 'log'>): Promise<void> {
  const { db, messages, config, log } = deps;
  const round = { log, event: 'appointment.propagation-error' };
  const runWork: RunWork = (change) => db.transaction().execute((trx) => change({ trx, messages, config }));
  const finishCancelled = async (table: 'trainingBatch' | 'interviewSlot', release: typeof releaseBatch) => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'cancelNote'])
      .where('cancelledAt', 'is not', null)
      .where('taken', '>', 0)
      .execute();
    const notes = new Map(rows.map(({ id, cancelNote }) => [id, cancelNote]));
    await runEach(round, [...notes.keys()], (id) => release(runWork, systemActor, id, notes.get(id) ?? null));
  };
  await finishCancelled('trainingBatch', releaseBatch);
  await finishCancelled('interviewSlot', releaseSlot);
  const moved = await db
    .selectFrom('trainingBatch')
    .select('id')
    .where('startsAt', '>', sql<Date>`now()`)
    .where('cancelledAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('training')
          .select('training.id')
          .whereRef('training.batchId', '=', 'trainingBatch.id')
          .where('training.status', '=', 'SCHEDULED')
          .whereRef('training.toldVersion', '!=', 'trainingBatch.version'),
      ),
    )
    .execute();
  const movedIds = moved.map(({ id }) => id);
  await runEach(round, movedIds, (id) => notifyBatch(runWork, systemActor, id));
}
