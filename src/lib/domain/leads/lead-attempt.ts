import { callbackExpectedBy } from './callback.ts';
import type { LeadAction } from './lead-flow.ts';

/** What came of a call, in the order of the keys 1 to 5. */
export const attemptOutcomeLabels = {
  CONNECTED: 'Spoke with them',
  NO_ANSWER: 'No answer',
  BUSY: 'Busy',
  WRONG_NUMBER: 'Wrong number',
  CALL_BACK_AT: 'Wants another call',
} as const;
export type AttemptOutcome = keyof typeof attemptOutcomeLabels;

/** What came of an email, where it is not the same as of a call. */
const emailOutcomeLabels: Partial<Record<AttemptOutcome, string>> = {
  CONNECTED: 'They answered',
  NO_ANSWER: 'Sent, no answer yet',
  CALL_BACK_AT: 'Wants a call',
};

/** Returns what came of an attempt, in the words of its channel. */
export const attemptOutcomeText = (outcome: AttemptOutcome, channel: AttemptChannel): string =>
  (channel === 'EMAIL' && emailOutcomeLabels[outcome]) || attemptOutcomeLabels[outcome];

export const attemptChannelLabels = { CALL: 'Call', WHATSAPP: 'WhatsApp', EMAIL: 'Email' } as const;
export type AttemptChannel = keyof typeof attemptChannelLabels;

/** The transition that logs each outcome. */
export const attemptActions: Record<AttemptOutcome, LeadAction> = {
  CONNECTED: 'CONNECT',
  NO_ANSWER: 'MISS',
  BUSY: 'MISS',
  WRONG_NUMBER: 'MISS',
  CALL_BACK_AT: 'CALL_AGAIN',
};

/** Hours until the next call by default; the two last ones are counted in our working time. */
const hoursUntilNext: Record<Exclude<AttemptOutcome, 'CALL_BACK_AT'>, number> = {
  BUSY: 2,
  NO_ANSWER: 4,
  WRONG_NUMBER: 24,
  CONNECTED: 48,
};

/** Returns when the next call is due after one that ended like this, within our working hours. */
export function nextCallAfter(
  outcome: Exclude<AttemptOutcome, 'CALL_BACK_AT'>,
  timeZone: string,
  now: Date,
): Date {
  const from = new Date(now.getTime() + (hoursUntilNext[outcome] - 2) * 3_600_000);
  return callbackExpectedBy('ASAP', timeZone, from);
}

/** Reasons of a person who does not enrol. */
export const lostReasons = {
  TOO_EXPENSIVE: 'Too expensive',
  NO_TIME: 'No time now',
  OTHER_COURSE: 'Took another course',
  NOT_ELIGIBLE: 'Not eligible',
  DID_NOT_ASK: 'Did not ask for this',
  OTHER: 'Another reason',
} as const;
