import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { QueuedMessage } from './index.ts';
import type { MessageQueue } from './unit-of-work.ts';

/** Returns a queue whose messages wait and can be cancelled. `onQueued` gets each of them, and those that are planned. */
export const delayMessages = (
  messages: MessageQueue,
  delay: NonNullable<QueuedMessage['delay']>,
  onQueued: (message: QueuedMessage) => void,
): MessageQueue =>
  observeMessages(
    {
      queue: (trx, ...queued) => messages.queue(trx, ...queued.map((message) => ({ ...message, delay }))),
      onReplaced: (replaced) => messages.onReplaced?.(replaced),
      onUnreached: (userId) => messages.onUnreached?.(userId),
    },
    onQueued,
  );

/** Returns a queue that also passes each message to `onQueued`, also those that are planned. */
export const observeMessages = (
  messages: MessageQueue,
  onQueued: (message: QueuedMessage) => void,
): MessageQueue => ({
  queue(trx, ...queued) {
    queued.forEach(onQueued);
    return messages.queue(trx, ...queued);
  },
  plan(planned) {
    planned.forEach(onQueued);
    messages.plan?.(planned);
  },
  onReplaced: (replaced) => messages.onReplaced?.(replaced),
  onUnreached: (userId) => messages.onUnreached?.(userId),
});

/**
 * Deletes all messages of a key, in the caller's transaction. Returns false, and the caller must roll back, if a process has
 * claimed one of them. The worker claims with the same row locks, so a message is either deleted or delivered.
 */
export async function cancelQueued(trx: Db, cancelKey: string): Promise<boolean> {
  await trx
    .deleteFrom('outbox')
    .where('cancelKey', '=', cancelKey)
    .where((where) =>
      where.or([
        where.and([where('status', '=', 'QUEUED'), where('attempts', '=', 0)]),
        where('status', '=', 'HELD'),
      ]),
    )
    .execute();
  const left = await trx
    .selectFrom('outbox')
    .select('id')
    .where('cancelKey', '=', cancelKey)
    .limit(1)
    .executeTakeFirst();
  return !left;
}

/** Lets the messages of a key wait for a number of seconds from this moment, which may be long after the transaction began, except those that a process has claimed. */
export async function postponeQueued(trx: Db, cancelKey: string, seconds: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ dueAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('cancelKey', '=', cancelKey)
    .where('status', '=', 'QUEUED')
    .where('attempts', '=', 0)
    .execute();
}
