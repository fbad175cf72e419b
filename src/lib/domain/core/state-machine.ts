/**
 * State machines as tables of transitions. Guards, allowed actions and the reasons against an action follow from a
 * table.
 */

/** An expert holds mock interviews. */
export const actorTypes = ['CANDIDATE', 'EXPERT', 'STAFF', 'SYSTEM'] as const;
export type ActorType = (typeof actorTypes)[number];

export interface Transition<Status extends string, Action extends string, Need extends string> {
  action: Action;
  /** Statuses in which it can begin; null stands for a record that does not exist yet. */
  from: readonly (Status | null)[];
  /** The new status. With several, `target` of the flow chooses one. */
  to: Status | readonly Status[];
  by: readonly ActorType[];
  /** Names of guards that must pass, checked in this order. */
  needs?: readonly Need[];
}

export interface Flow<Status extends string, Action extends string, Need extends string, Context> {
  table: readonly Transition<Status, Action, Need>[];
  /** Each guard returns null when it passes, else the reason as a sentence for people. */
  guards: Record<
    Need,
    (context: Context, input: { actor: ActorType; status: Status | null }) => string | null
  >;
  /** Returns why an action cannot begin in a status, as a sentence for people. */
  wrongStatus: (action: Action, status: Status | null) => string;
  /** Chooses one of several new statuses. */
  target?: (context: Context, action: Action) => Status | null;
}

export type TransitionResult<Status, Need> =
  | { isAllowed: true; to: Status }
  | { isAllowed: false; because: 'ACTOR' | 'STATUS' | Need; reason: string };

/** An action of the viewer: whether it is possible now and, if not, why. */
export interface AllowedAction<Action extends string = string> {
  action: Action;
  enabled: boolean;
  reason: string | null;
}

/** Checks whether the actor can make a transition now, and returns the new status or the reason against it. */
export function checkTransition<Status extends string, Action extends string, Need extends string, Context>(
  flow: Flow<Status, Action, Need, Context>,
  action: Action,
  actor: ActorType,
  status: Status | null,
  context: Context,
): TransitionResult<Status, Need> {
  const transitions = flow.table.filter((one) => one.action === action);
  const own = transitions.filter(({ by }) => by.includes(actor));
  if (own.length === 0) return { isAllowed: false, because: 'ACTOR', reason: wrongActorReason(transitions) };
  const transition = own.find(({ from }) => from.includes(status));
  if (!transition) return { isAllowed: false, because: 'STATUS', reason: flow.wrongStatus(action, status) };
  for (const need of transition.needs ?? []) {
    const reason = flow.guards[need](context, { actor, status });
    if (reason !== null) return { isAllowed: false, because: need, reason };
  }
  return { isAllowed: true, to: targetOf(flow, transition, context) };
}

function wrongActorReason(transitions: readonly { by: readonly ActorType[] }[]): string {
  if (transitions.some(({ by }) => by.includes('CANDIDATE'))) return 'Only the candidate can do this.';
  return transitions.some(({ by }) => by.includes('STAFF'))
    ? 'Only our staff can do this.'
    : 'This happens by itself when its time comes.';
}

function targetOf<Status extends string, Action extends string, Need extends string, Context>(
  { target }: Flow<Status, Action, Need, Context>,
  { action, to }: Transition<Status, Action, Need>,
  context: Context,
): Status {
  if (typeof to === 'string') return to;
  const chosen = target?.(context, action);
  if (!chosen || !to.includes(chosen)) throw new Error(`${action} has several new statuses and no target`);
  return chosen;
}

/** Returns the actor's actions in a status, in the order of the table, each with whether it is possible now. */
export function allowedActions<Status extends string, Action extends string, Need extends string, Context>(
  flow: Flow<Status, Action, Need, Context>,
  actor: ActorType,
  status: Status | null,
  context: Context,
): AllowedAction<Action>[] {
  const transitions = flow.table.filter(({ by, from }) => by.includes(actor) && from.includes(status));
  return transitions.map(({ action }) => {
    const result = checkTransition(flow, action, actor, status, context);
    return { action, enabled: result.isAllowed, reason: result.isAllowed ? null : result.reason };
  });
}

/** Returns the transition of an action, for statements that update many rows. Throws where there is none. */
export function findTransition<Row extends { action: string }, Action extends Row['action']>(
  table: readonly Row[],
  action: Action,
): Extract<Row, { action: Action }> {
  const transition = table.find((one) => one.action === action);
  if (!transition) throw new Error(`No transition is named ${action}`);
  return transition as Extract<Row, { action: Action }>;
}
