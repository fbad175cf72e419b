import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { MessageQueue, ReplacedMessage } from './unit-of-work.ts';

/** Waiting for an undo, for its turn, for another attempt or for the end of a budget's window, and not being delivered now. */
const isWaiting = sql<boolean>`(status = 'HELD' or (status = 'QUEUED' and (not is_claimed or due_at <= now())))`;

const hasKeyOf = (dedupeKeys: readonly string[]) => sql<boolean>`dedupe_key = any(${dedupeKeys}::text[])`;

interface ReplacedMessages {
  /** Those that waited. They are deleted. */
  replaced: ReplacedMessage[];
  /** Those that a process attempts now, or of which it does not know the outcome. They are not tried again. */
  attempted: { dedupeKey: string; sender: string | null }[];
}

/**
 * Takes these messages back in the caller's transaction, in favour of those with the keys `laterKeys`, which the caller may queue. The
 * worker claims with the same row locks, so a message is either deleted or delivered, and what is not returned may have been
 * sent. Where the transaction belongs to an action of staff, its undo brings the deleted ones back. One that a process attempts
 * is only marked: the outbox tries it again while none of the later ones exists, so the undo brings it back as well. [API-42]
 */
export async function replaceWaiting(
  { trx, messages }: { trx: Db; messages: MessageQueue },
  dedupeKeys: readonly string[],
  laterKeys: readonly string[],
): Promise<ReplacedMessages> {
  if (!dedupeKeys.length) return { replaced: [], attempted: [] };
  const replaced = await trx
    .deleteFrom('outbox')
    .where(hasKeyOf(dedupeKeys))
    .where(isWaiting)
    .returning(['dedupeKey', 'medium', 'subject', 'summary', 'userId', 'sender', 'recipient as to'])
    .returning(sql<boolean>`is_claimed or uncertain_attempts > 0`.as('mayHaveArrived'))
    .execute();
  if (replaced.length) messages.onReplaced?.(replaced);
  const attempted = await trx
    .updateTable('outbox')
    .set({ replacedByKeys: sql`array_cat(replaced_by_keys, ${laterKeys}::text[])` })
    .where(hasKeyOf(dedupeKeys))
    .where('status', '=', 'QUEUED')
    .returning(['dedupeKey', 'sender'])
    .execute();
  return { replaced, attempted };
}

/** Lists which of these messages are still in the outbox: sent, being delivered, or failed. */
export async function listRemaining(trx: Db, dedupeKeys: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom('outbox').select('dedupeKey').where(hasKeyOf(dedupeKeys)).execute();
  return new Set(rows.map(({ dedupeKey }) => dedupeKey));
}
