import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages, QueuedMessage } from './index.ts';

/** The messages of a change. */
export interface MessageQueue extends Pick<Messages, 'queue'> {
  /** Names messages that a task queues later, in parts, so that a preview and the undo count their people too. */
  plan?(messages: readonly QueuedMessage[]): void;
}

/** The tools of a change. Everything happens in one transaction including the messages, or nothing does. */
export interface UnitOfWork {
  trx: Db;
  messages: MessageQueue;
  config: Pick<Config, 'siteOrigin' | 'secretKeys' | 'whatsapp'>;
}

/** Runs a change in a transaction of its own. */
export type RunWork = <Result>(change: (work: UnitOfWork) => Promise<Result>) => Promise<Result>;
