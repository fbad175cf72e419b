import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from './index.ts';

/** The tools of a change. Everything happens in one transaction including the messages, or nothing does. */
export interface UnitOfWork {
  trx: Db;
  messages: Pick<Messages, 'queue'>;
  config: Pick<Config, 'siteOrigin' | 'secretKeys' | 'whatsapp'>;
}

/** Runs a change in a transaction of its own. */
export type RunWork = <Result>(change: (work: UnitOfWork) => Promise<Result>) => Promise<Result>;
