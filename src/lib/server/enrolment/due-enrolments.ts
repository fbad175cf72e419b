import { sql } from 'kysely';
import { enrolmentPolicy } from '#lib/domain/enrolment/enrolment-flow.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { findBatchClosedReason, loadEnrolments } from './enrolment-aggregate.ts';
import { moveEnrolment, offerFreeSeats } from './move-enrolment.ts';
import { notifyLearner } from './notify-learner.ts';

export type EnrolmentDeps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;
/** What a round over many rows needs: a row that fails is logged and stops no other. */
export type EnrolmentRoundDeps = EnrolmentDeps & Pick<ApiDeps, 'log'>;

/** The next round of the scheduled tasks handles the rest. */
const batchSize = 200;

/** Selects the seats of this person and of this batch. */
interface DueFilter {
  userId?: string;
  batchId?: string;
}

/**
 * Releases reserved and offered seats whose time has ended; everybody's by default. Seats with a payment are kept. One that fails
 * is logged and does not stop the others. [API-50]
 */
export async function releaseDueSeats(
  deps: EnrolmentRoundDeps,
  { userId, batchId }: DueFilter = {},
): Promise<void> {
  const rows = await deps.db
    .selectFrom('enrolment')
    .select('id')
    .where('status', 'in', ['HELD', 'OFFERED'])
    .where('holdExpiresAt', '<=', sql<Date>`now()`)
    .where(isUnpaid)
    .$if(userId !== undefined || batchId !== undefined, (query) =>
      query.where((where) =>
        where.or([
          ...(userId === undefined ? [] : [where('userId', '=', userId)]),
          ...(batchId === undefined ? [] : [where('batchId', '=', batchId)]),
        ]),
      ),
    )
    .orderBy('holdExpiresAt')
    .limit(batchSize)
    .execute();
  const round = { log: deps.log, event: 'enrolment.release-error' };
  await runEach(round, idsOf(rows), (id) => expire(deps, id));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const isUnpaid = sql<boolean>`not exists (
  select from enrolment_payment where enrolment_payment.enrolment_id = enrolment.id)`;

/**
 * Reminds everybody once whose reserved seat is released within a day and who has paid nothing. One that fails is logged and tried
 * in the next round. [API-50]
 */
export async function remindOfDueSeats(deps: EnrolmentRoundDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('enrolment')
    .select('id')
    .where('status', '=', 'HELD')
    .where('remindedAt', 'is', null)
    .where('holdExpiresAt', '>', sql<Date>`now()`)
    .where('holdExpiresAt', '<=', sql<Date>`now() + make_interval(hours => ${enrolmentPolicy.reminderHours})`)
    .where(isUnpaid)
    .orderBy('holdExpiresAt')
    .limit(batchSize)
    .execute();
  const round = { log: deps.log, event: 'enrolment.reminder-error' };
  await runEach(round, idsOf(rows), (id) => runWork(deps, (work) => remind(work, id)));
}

async function remind(work: UnitOfWork, id: string): Promise<void> {
  const claimed = await work.trx
    .updateTable('enrolment')
    .set({ remindedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'HELD')
    .where('remindedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const [aggregate] = claimed ? await loadEnrolments(work.trx, [id]) : [];
  const until = aggregate?.enrolment.holdExpiresAt?.toISOString();
  if (aggregate)
    await notifyLearner(work, aggregate, 'REMIND', { from: 'HELD', key: `${id}:reminder:${until}` });
}

/**
 * Offers free seats to the wait-lists, and ends the wait-lists of batches that have closed. A batch or a person that fails is logged
 * and does not stop the others. [API-50]
 */
export async function updateWaitlists(deps: EnrolmentRoundDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('enrolment')
    .select('batchId')
    .distinct()
    .where('status', '=', 'WAITLISTED')
    .execute();
  const round = { log: deps.log, event: 'enrolment.waitlist-error' };
  const batchIds = rows.map(({ batchId }) => batchId);
  await runEach(round, batchIds, (batchId) => runWork(deps, (work) => offerFreeSeats(work, batchId)));
  await runEach(round, batchIds, async (batchId) =>
    runEach(round, await listClosedWaitlist(deps.db, batchId), (id) => expire(deps, id)),
  );
}

/** Lists the ids of a wait-list whose batch has closed; none while it is open. */
async function listClosedWaitlist(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .select('id')
    .where('batchId', '=', batchId)
    .where('status', '=', 'WAITLISTED')
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [first] = await loadEnrolments(db, ids.slice(0, 1));
  return first && findBatchClosedReason(first.batch, first.now) !== null ? ids : [];
}

/** Runs a change in a transaction of its own. */
export const runWork = <T>(
  { db, messages, config }: EnrolmentDeps,
  act: (work: UnitOfWork) => Promise<T>,
): Promise<T> => db.transaction().execute((trx) => act({ trx, messages, config }));

/** Releases one enrolment. Another request may have changed it since it was found, and then nothing is due. */
async function expire(deps: EnrolmentDeps, id: string): Promise<void> {
  try {
    await runWork(deps, (work) => moveEnrolment(work, systemActor, id, 'EXPIRE'));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
}
