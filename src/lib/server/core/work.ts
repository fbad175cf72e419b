import type { Actor } from '#lib/domain/core/state-table.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';

/** What a change is made with: all of it happens in the transaction, the messages included, or nothing does. */
export interface Work {
  trx: Db;
  messages: Pick<Messages, 'queue'>;
  config: Pick<Config, 'siteOrigin'>;
}

/** Who makes a change. The system has no id. */
export interface By {
  type: Actor;
  id: string | null;
}

export const bySystem: By = { type: 'SYSTEM', id: null };

export const byCandidate = (id: string): By => ({ type: 'CANDIDATE', id });

/** Why, in a code that can be counted and in words for the candidate, for the staff alone. */
export interface Notes {
  reasonCode?: string | null;
  publicNote?: string | null;
  privateNote?: string | null;
}
