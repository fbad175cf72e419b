import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { MessageQueue, ReplacedMessage } from './unit-of-work.ts';

/** Waiting for an undo, for its turn, for another attempt or for the end of a budget's window, and not being delivered now. */
const isWaiting = sql<boolean>`(status = 'HELD' or (status = 'QUEUED' and (not is_claimed or due_at <= now())))`;

/**
 * Deletes those of these messages that still wait, in the caller's transaction, and returns them. The worker claims with the same
 * row locks, so a message is either deleted or delivered, and what is not returned may have been sent. Where the transaction
 * belongs to an action of staff, its undo brings them back. [API-42]
 */
export async function replaceWaiting(
  { trx, messages }: { trx: Db; messages: MessageQueue },
  dedupeKeys: readonly string[],
): Promise<ReplacedMessage[]> {
  if (!dedupeKeys.length) return [];
  const replaced = await trx
    .deleteFrom('outbox')
    .where('dedupeKey', '=', sql<string>`any(${dedupeKeys}::text[])`)
    .where(isWaiting)
    .returning(['dedupeKey', 'medium', 'subject', 'summary', 'userId', 'sender', 'recipient as to'])
    .returning(sql<boolean>`is_claimed or uncertain_attempts > 0`.as('mayHaveArrived'))
    .execute();
  if (replaced.length) messages.onReplaced?.(replaced);
  return replaced;
}

/** Lists which of these messages are still in the outbox: sent, being delivered, or failed. */
export async function listRemaining(trx: Db, dedupeKeys: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('outbox')
    .select('dedupeKey')
    .where('dedupeKey', '=', sql<string>`any(${dedupeKeys}::text[])`)
    .execute();
  return new Set(rows.map(({ dedupeKey }) => dedupeKey));
}
