import type { ActorType } from '#lib/domain/core/state-machine.ts';

/** The author of a change. The system has no id. */
export interface Actor {
  type: ActorType;
  id: string | null;
}

export const systemActor: Actor = { type: 'SYSTEM', id: null };

export const candidateActor = (id: string): Actor & { id: string } => ({ type: 'CANDIDATE', id });

/** The reason: a code that can be counted, a text for the candidate, and a text for staff only. */
export interface TransitionNotes {
  reasonCode?: string | null;
  publicNote?: string | null;
  privateNote?: string | null;
}
