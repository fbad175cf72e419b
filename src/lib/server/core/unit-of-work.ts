import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';

/** What a change is made with: all of it happens in the transaction, the messages included, or nothing does. */
export interface UnitOfWork {
  trx: Db;
  messages: Pick<Messages, 'queue'>;
  config: Pick<Config, 'siteOrigin'>;
}

/** Who makes a change. The system has no id. */
export interface Actor {
  type: ActorType;
  id: string | null;
}

export const systemActor: Actor = { type: 'SYSTEM', id: null };

export const candidateActor = (id: string): Actor => ({ type: 'CANDIDATE', id });

/** Why, in a code that can be counted and in words for the candidate, for the staff alone. */
export interface TransitionNotes {
  reasonCode?: string | null;
  publicNote?: string | null;
  privateNote?: string | null;
}
