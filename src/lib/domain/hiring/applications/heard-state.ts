import type { NotifiedAction } from './notification-facts.ts';
import type { AppointmentKind } from './notification-input.ts';

/**
 * What a candidate has heard of an application where the message about a later change takes the place of one that was not sent.
 * Its words may name nothing of which the candidate has never heard.
 */

/** An entry of the history, of what a message says. */
export interface HeardEvent {
  action: NotifiedAction | null;
  startsAt: Date | null;
  publicNote: string | null;
}

export interface HeardState {
  /** The times of the interview and of the training that the candidate knows of; null where they know of none. */
  interviewAt: Date | null;
  trainingAt: Date | null;
  /** What was done since and not heard, in this order. */
  unheard: readonly NotifiedAction[];
}

/** These say what the candidate did, or are about something else than later changes, so they are sent in any case. */
const alwaysSent: readonly (NotifiedAction | null)[] = [
  'SUBMIT',
  'ACCEPT_OFFER',
  'DECLINE_OFFER',
  'CHANGE_CITY',
];

/** These have no message. */
const silentActions: readonly (NotifiedAction | null)[] = [
  'APPLY',
  'EDIT',
  'REQUIRE_TRAINING',
  'BEGIN_TRAINING',
  'INVITE',
];

/** Returns whether the message about a later change says all that is still true of the one that waits. */
export const isReplacedBy = (waiting: NotifiedAction | null, later: NotifiedAction): boolean =>
  later === 'CHANGE_CITY'
    ? waiting === 'CHANGE_CITY'
    : !alwaysSent.includes(waiting) && !silentActions.includes(waiting);

const endings: readonly (NotifiedAction | null)[] = ['HOLD', 'REJECT', 'WITHDRAW', 'EXPIRE'];
const interviewActions: readonly (NotifiedAction | null)[] = [
  ...endings,
  'SCHEDULE_INTERVIEW',
  'RESCHEDULE_INTERVIEW',
  'CANCEL_INTERVIEW',
  'INVITE_AGAIN',
];
const trainingActions: readonly (NotifiedAction | null)[] = [
  ...endings,
  'SETUP_TRAINING',
  'CHANGE_BATCH',
  'MOVE_BATCH',
  'GIVE_UP_SEAT',
];
/** These end what was booked, and their messages say so. */
const releasing: readonly (NotifiedAction | null)[] = [...endings, 'MOVE_TO_INTERVIEW', 'MOVE_TO_TRAINING'];

/** Reads from the history which times the candidate knows, from what they have heard of, the oldest first. */
export function readHeardTimes(
  heard: readonly Pick<HeardEvent, 'action' | 'startsAt'>[],
): Pick<HeardState, 'interviewAt' | 'trainingAt'> {
  let interviewAt: Date | null = null;
  let trainingAt: Date | null = null;
  for (const { action, startsAt } of heard) {
    if (releasing.includes(action)) [interviewAt, trainingAt] = [null, null];
    else if (interviewActions.includes(action)) interviewAt = startsAt;
    else if (action === 'GIVE_UP_SEAT') trainingAt = null;
    // Where only the place of a batch has changed, the history has no time.
    else if (trainingActions.includes(action)) trainingAt = startsAt ?? trainingAt;
  }
  return { interviewAt, trainingAt };
}

/** What takes an earlier change back. */
const takenBackBy: Partial<Record<NotifiedAction, NotifiedAction>> = {
  HOLD: 'RESUME',
  REJECT: 'REOPEN',
  WITHDRAW: 'REOPEN',
  EXPIRE: 'REOPEN',
  MAKE_OFFER: 'WITHDRAW_OFFER',
  REPLACE_OFFER: 'WITHDRAW_OFFER',
  // Each change of the city has a reason of its own.
  CHANGE_CITY: 'CHANGE_CITY',
};

/**
 * Returns the notes of staff that the message about `action` takes over from those that were not sent, the oldest first. The note of
 * a change that was taken back since is not among them.
 */
export function listCarriedNotes(
  unsent: readonly Pick<HeardEvent, 'action' | 'publicNote'>[],
  action: NotifiedAction,
): string[] {
  const actions = [...unsent.map((one) => one.action), action];
  return unsent.flatMap(({ action: own, publicNote }, index) => {
    const isTakenBack = own !== null && actions.slice(index + 1).includes(takenBackBy[own] ?? null);
    return publicNote && !isTakenBack ? [publicNote] : [];
  });
}

/** What a message says otherwise. A field that is absent stays as it is. */
export interface Rewording {
  /** The change whose words it has. */
  action: NotifiedAction;
  /** The time that is cancelled; null names none. */
  lostTime?: Date | null;
  /** The time that the candidate knows; null for none. */
  previousTime?: Date | null;
}

/** Returns the words for a change, from what the candidate has heard: a booked interview that was moved is booked. */
export function rewordChange(
  action: NotifiedAction,
  appointment: AppointmentKind | null,
  { interviewAt, trainingAt, unheard }: HeardState,
): Rewording {
  const knowsOther = (actions: readonly (NotifiedAction | null)[]) =>
    unheard.some((one) => actions.includes(one));
  const lostTime = appointment === 'TRAINING' ? trainingAt : interviewAt;
  switch (action) {
    case 'SCHEDULE_INTERVIEW':
    case 'RESCHEDULE_INTERVIEW':
      if (!knowsOther(interviewActions)) return { action };
      return {
        action: interviewAt ? 'RESCHEDULE_INTERVIEW' : 'SCHEDULE_INTERVIEW',
        previousTime: interviewAt,
      };
    case 'SETUP_TRAINING':
    case 'CHANGE_BATCH':
    case 'MOVE_BATCH':
      if (!knowsOther(trainingActions)) return { action };
      if (!trainingAt) return { action: 'SETUP_TRAINING', previousTime: null };
      return {
        action: action === 'SETUP_TRAINING' ? 'CHANGE_BATCH' : action,
        previousTime: trainingAt,
      };
    case 'INVITE_AGAIN':
      if (!knowsOther(interviewActions)) return { action };
      return { action: interviewAt ? action : 'MOVE_TO_INTERVIEW', lostTime: interviewAt };
    case 'GIVE_UP_SEAT':
      if (!knowsOther(trainingActions)) return { action };
      return { action: trainingAt ? action : 'MOVE_TO_TRAINING', lostTime: trainingAt };
    case 'CANCEL_INTERVIEW':
    case 'COMPLETE_INTERVIEW':
      return knowsOther(interviewActions) ? { action, lostTime: interviewAt } : { action };
    case 'HOLD':
    case 'REJECT':
    case 'WITHDRAW':
      return knowsOther([...interviewActions, ...trainingActions]) ? { action, lostTime } : { action };
    case 'REPLACE_OFFER':
      return { action: unheard.includes('MAKE_OFFER') ? 'MAKE_OFFER' : action };
    case 'WITHDRAW_OFFER':
      return { action: unheard.includes('MAKE_OFFER') ? 'CONTINUE' : action };
    case 'RESUME':
    case 'REOPEN': {
      const isTakenBack = unheard.some((one) => takenBackBy[one] === action);
      return isTakenBack ? { action: 'CONTINUE', lostTime } : { action };
    }
    default:
      return { action };
  }
}
