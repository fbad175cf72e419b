import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { undoSeconds } from '#lib/domain/staff/undo.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { delayMessages, postponeQueued } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { RunWork, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { isToInterviewer, listInterviewersAt } from '../notified-people.ts';

/**
 * Changes by staff that can be undone. Each commits at once. Its messages wait in the outbox, and triggers record the rows
 * that it writes, see docs/decisions/0026-undo.md.
 */

export type StaffActionDeps = Pick<ApiDeps, 'db' | 'config'> & Pick<UnitOfWork, 'messages'>;

/** Stands for a person without an account among those who are informed. */
const visitor = 'visitor';

/** Collects the people whom the messages of an action inform. */
class NotifiedPeople {
  readonly #others = new Set<string>();
  readonly #interviewers = new Set<string>();
  readonly #guestEmails = new Set<string>();

  add(message: QueuedMessage, hasVisitors: boolean): void {
    const { userId, to } = message;
    if (!isToInterviewer(message) && (userId || hasVisitors)) this.#others.add(userId ?? visitor);
    else if (isToInterviewer(message) && userId) this.#interviewers.add(userId);
    else if (isToInterviewer(message)) this.#guestEmails.add(to);
  }

  /** Lists them once each, the interviewers last; a guest by the id of the interviewer. */
  async listIds(db: Db): Promise<string[]> {
    const guests = await listInterviewersAt(db, [...this.#guestEmails]);
    return [...new Set([...this.#others, ...this.#interviewers, ...guests.map(({ id }) => id)])];
  }
}

/** The time for an action of several transactions. A process that dies between them leaves messages that are sent after it. */
const unfinishedSeconds = 60;

/**
 * Runs a change by staff in one transaction that can be undone, and returns its result. `name` is that of its audit event.
 * A change that informs nobody may be undone for longer, `undoFor` in seconds, up to the age of `deleteOldStaffActions`.
 */
export async function runStaffAction<Result>(
  deps: StaffActionDeps,
  actorId: string,
  name: string,
  change: (work: UnitOfWork) => Promise<Result>,
  { hasVisitors = false, undoFor = undoSeconds } = {},
): Promise<Result> {
  const notified = new NotifiedPeople();
  return deps.db.transaction().execute(async (trx) => {
    const id = await insertAction(trx, actorId, name);
    const result = await change(
      await trackWork(deps, trx, { id, notified, seconds: undoSeconds, hasVisitors }),
    );
    await finishAction(trx, id, notified, undoFor);
    return result;
  });
}

/**
 * Runs a change by staff in several transactions that are undone together. `change` gets the function that runs each of
 * them. It can be undone once all have committed. [API-42]
 */
export async function runStaffActionSteps<Result>(
  deps: StaffActionDeps,
  actorId: string,
  name: string,
  change: (runWork: RunWork) => Promise<Result>,
  { hasVisitors = false } = {},
): Promise<Result> {
  const notified = new NotifiedPeople();
  const id = await insertAction(deps.db, actorId, name);
  const result = await change((step) =>
    deps.db
      .transaction()
      .execute(async (trx) =>
        step(await trackWork(deps, trx, { id, notified, seconds: unfinishedSeconds, hasVisitors })),
      ),
  );
  await deps.db.transaction().execute(async (trx) => {
    await postponeQueued(trx, id, undoSeconds);
    await finishAction(trx, id, notified);
  });
  return result;
}

async function insertAction(db: Db, actorId: string, action: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('staffAction')
    .values({ id, actorId, action, undoExpiresAt: null, undoneAt: null })
    .execute();
  return id;
}

interface TrackOptions {
  id: string;
  notified: NotifiedPeople;
  /** How long the messages wait. */
  seconds: number;
  /** Whether a message without an account goes to a visitor; elsewhere it goes to staff or to another system. */
  hasVisitors?: boolean;
}

/** Returns the tools of a transaction whose writes are recorded and whose messages wait. */
async function trackWork(
  { messages, config }: StaffActionDeps,
  trx: Db,
  { id, notified, seconds, hasVisitors = false }: TrackOptions,
): Promise<UnitOfWork> {
  await sql`select set_config('liftoff.staff_action', ${id}, true)`.execute(trx);
  const delayed = delayMessages(messages, { cancelKey: id, seconds }, (message) =>
    notified.add(message, hasVisitors),
  );
  return { trx, config, messages: delayed };
}

async function finishAction(
  trx: Db,
  id: string,
  notified: NotifiedPeople,
  seconds = undoSeconds,
): Promise<void> {
  await trx
    .updateTable('staffAction')
    .set({
      undoExpiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      notifiedUserIds: JSON.stringify(await notified.listIds(trx)),
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes actions that nobody can undo any more, with the rows that they recorded. */
export async function deleteOldStaffActions(db: Db): Promise<void> {
  await db.deleteFrom('staffAction').where('startedAt', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
