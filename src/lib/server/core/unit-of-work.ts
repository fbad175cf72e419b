import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';

/** The tools of a change. Everything happens in one transaction including the messages, or nothing does. */
export interface UnitOfWork {
  trx: Db;
  messages: Pick<Messages, 'queue'>;
  config: Pick<Config, 'siteOrigin'>;
}

/** The author of a change. The system has no id. */
export interface Actor {
  type: ActorType;
  id: string | null;
}

export const systemActor: Actor = { type: 'SYSTEM', id: null };

export const candidateActor = (id: string): Actor => ({ type: 'CANDIDATE', id });

/** The reason: a code that can be counted, a text for the candidate, and a text for staff only. */
export interface TransitionNotes {
  reasonCode?: string | null;
  publicNote?: string | null;
  privateNote?: string | null;
}
