import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { OutboxTable } from '#lib/server/db/schema/messages.ts';
import type { Messages, QueuedMessage } from './index.ts';

/** A message that was not sent, because the one about a later change has taken its place. */
export interface ReplacedMessage
  extends Pick<OutboxTable, 'dedupeKey' | 'medium' | 'subject' | 'summary' | 'userId' | 'sender'> {
  to: string;
  /** An attempt without a known outcome may have delivered it. */
  mayHaveArrived: boolean;
}

/** The messages of a change. */
export interface MessageQueue extends Pick<Messages, 'queue'> {
  /** Names messages that a task queues later, in parts, so that a preview and the undo count their people too. */
  plan?(messages: readonly QueuedMessage[]): void;
  /** Learns of the waiting messages that the change has taken the place of, so that a preview names them. */
  onReplaced?(messages: readonly ReplacedMessage[]): void;
  /** Learns of an account that gets no message, because it has turned them off or has no address for them, so that a preview says so. */
  onUnreached?(userId: string): void;
}

/** The tools of a change. Everything happens in one transaction including the messages, or nothing does. */
export interface UnitOfWork {
  trx: Db;
  messages: MessageQueue;
  config: Pick<Config, 'siteOrigin' | 'secretKeys' | 'whatsapp'>;
}

/** Runs a change in a transaction of its own. */
export type RunWork = <Result>(change: (work: UnitOfWork) => Promise<Result>) => Promise<Result>;
