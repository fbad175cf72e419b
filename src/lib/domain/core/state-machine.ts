/**
 * A table of transitions, read by everybody who asks what may happen: the server's guards, `allowedActions`, and the
 * sentence that says why not.
 */

export const actorTypes = ['CANDIDATE', 'STAFF', 'SYSTEM'] as const;
export type ActorType = (typeof actorTypes)[number];

export interface Transition<Status extends string, Action extends string, Need extends string> {
  action: Action;
  /** `null` is "there is none yet". */
  from: readonly (Status | null)[];
  /** Where it leads; of several, the facts decide which. */
  to: Status | readonly Status[];
  by: readonly ActorType[];
  /** What must hold besides, asked in this order; each is a guard of the flow. */
  needs?: readonly Need[];
}

export interface Flow<Status extends string, Action extends string, Need extends string, Facts> {
  table: readonly Transition<Status, Action, Need>[];
  /** Null where the need is met, else why it is not, in one sentence fit to show. */
  guards: Record<Need, (facts: Facts, asked: { actor: ActorType; status: Status | null }) => string | null>;
  /** Why an action does not begin at this status, in one sentence fit to show. */
  wrongStatus: (action: Action, status: Status | null) => string;
  /** Which of several targets it is. */
  target?: (facts: Facts) => Status | null;
}

export type TransitionResult<Status, Need> =
  | { isAllowed: true; to: Status }
  | { isAllowed: false; because: 'ACTOR' | 'STATUS' | Need; reason: string };

/** What the viewer may do, and for what they may not, the sentence that says why. */
export interface AllowedAction<Action extends string = string> {
  action: Action;
  enabled: boolean;
  reason: string | null;
}

/** Whether the actor may do it now, where it leads, or why not. */
export function checkTransition<Status extends string, Action extends string, Need extends string, Facts>(
  flow: Flow<Status, Action, Need, Facts>,
  action: Action,
  actor: ActorType,
  status: Status | null,
  facts: Facts,
): TransitionResult<Status, Need> {
  const lines = flow.table.filter((line) => line.action === action);
  const own = lines.filter(({ by }) => by.includes(actor));
  if (own.length === 0) return { isAllowed: false, because: 'ACTOR', reason: notTheirs(lines) };
  const line = own.find(({ from }) => from.includes(status));
  if (!line) return { isAllowed: false, because: 'STATUS', reason: flow.wrongStatus(action, status) };
  for (const need of line.needs ?? []) {
    const reason = flow.guards[need](facts, { actor, status });
    if (reason !== null) return { isAllowed: false, because: need, reason };
  }
  return { isAllowed: true, to: targetOf(flow, line, facts) };
}

function notTheirs(lines: readonly { by: readonly ActorType[] }[]): string {
  if (lines.some(({ by }) => by.includes('CANDIDATE'))) return 'Only the candidate can do this.';
  return lines.some(({ by }) => by.includes('STAFF'))
    ? 'Only our staff can do this.'
    : 'This happens by itself when its time comes.';
}

function targetOf<Status extends string, Action extends string, Need extends string, Facts>(
  { target }: Flow<Status, Action, Need, Facts>,
  { action, to }: Transition<Status, Action, Need>,
  facts: Facts,
): Status {
  if (typeof to === 'string') return to;
  const chosen = target?.(facts);
  if (!chosen || !to.includes(chosen)) throw new Error(`${action} cannot tell where it leads`);
  return chosen;
}

/** The actor's actions that begin at this status, in the order of the table. */
export function allowedActions<Status extends string, Action extends string, Need extends string, Facts>(
  flow: Flow<Status, Action, Need, Facts>,
  actor: ActorType,
  status: Status | null,
  facts: Facts,
): AllowedAction<Action>[] {
  const lines = flow.table.filter(({ by, from }) => by.includes(actor) && from.includes(status));
  return lines.map(({ action }) => {
    const verdict = checkTransition(flow, action, actor, status, facts);
    return { action, enabled: verdict.isAllowed, reason: verdict.isAllowed ? null : verdict.reason };
  });
}

/** The line of an action that has one: what a statement over many rows writes. */
export function findTransition<Line extends { action: string }, Action extends Line['action']>(
  table: readonly Line[],
  action: Action,
): Extract<Line, { action: Action }> {
  const line = table.find((one) => one.action === action);
  if (!line) throw new Error(`No transition is named ${action}`);
  return line as Extract<Line, { action: Action }>;
}
