import { type Db, runRolledBack } from '#lib/server/db/index.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { ReplacedMessage, UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

/**
 * Previews of messages. The change runs as it would, its messages are collected instead of queued, and the transaction is
 * rolled back. So the number of people and the texts are those of the change, with everybody's preferences.
 */

interface PreviewDeps {
  db: Db;
  config: UnitOfWork['config'];
}

export interface PreviewedChange<Result> {
  result: Result;
  messages: QueuedMessage[];
  /** Messages that would not be sent, because these would take their place. */
  replaced: ReplacedMessage[];
  /** Accounts that a message is for and that would get none. */
  unreached: string[];
}

/** Returns a queue that sends nothing, and what a change has given it so far. */
export function createCollector() {
  const messages: QueuedMessage[] = [];
  const replaced: ReplacedMessage[] = [];
  const unreached: string[] = [];
  const queue: UnitOfWork['messages'] = {
    queue: async (_trx, ...queued) => {
      messages.push(...queued);
    },
    onReplaced: (earlier) => void replaced.push(...earlier),
    onUnreached: (userId) => void unreached.push(userId),
  };
  return { queue, collected: { messages, replaced, unreached } };
}

/**
 * Runs a change in a transaction that is always rolled back. Returns its result and the messages that it would queue. Throws
 * what the change throws. Locks are held as by the change itself, so a preview of many records calls this once per record.
 */
export async function previewChange<Result>(
  { db, config }: PreviewDeps,
  change: (work: UnitOfWork) => Promise<Result>,
): Promise<PreviewedChange<Result>> {
  const { queue, collected } = createCollector();
  const messages = {
    ...queue,
    plan: (planned: readonly QueuedMessage[]) => void collected.messages.push(...planned),
  };
  const result = await runRolledBack(db, (trx) => change({ trx, config, messages }));
  return { result, ...collected };
}
