import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { undoSeconds } from '#lib/domain/staff/undo.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { delayMessages, postponeQueued } from '#lib/server/messages/cancel-queued.ts';
import type { RunWork, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

/**
 * Changes by staff that can be undone. Each commits at once. Its messages wait in the outbox, and triggers record the rows
 * that it writes, see docs/decisions/0026-undo.md.
 */

export type StaffActionDeps = Pick<ApiDeps, 'db' | 'config'> & Pick<UnitOfWork, 'messages'>;

/** Stands for a person without an account among those who are informed. */
const visitor = 'visitor';

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
  const notified = new Set<string>();
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
  const notified = new Set<string>();
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
  /** Collects the people whom the messages inform. */
  notified: Set<string>;
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
  const delayed = delayMessages(messages, { cancelKey: id, seconds }, ({ userId }) => {
    if (userId) notified.add(userId);
    else if (hasVisitors) notified.add(visitor);
  });
  return { trx, config, messages: delayed };
}

async function finishAction(
  trx: Db,
  id: string,
  notified: ReadonlySet<string>,
  seconds = undoSeconds,
): Promise<void> {
  await trx
    .updateTable('staffAction')
    .set({
      undoExpiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      notifiedUserIds: JSON.stringify([...notified]),
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes actions that nobody can undo any more, with the rows that they recorded. */
export async function deleteOldStaffActions(db: Db): Promise<void> {
  await db.deleteFrom('staffAction').where('startedAt', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
