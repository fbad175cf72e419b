import { findOwn } from '#lib/domain/core/record.ts';
import type { ApplicationAction } from './application-flow.ts';
import type { AppointmentKind, NotificationInput } from './notification-input.ts';

/** What a message about a transition says after its text, because it differs from one candidate to the next. */

/** The sentence about a lost appointment, which follows what happened to the application. */
function formatLostAppointment({ appointment, time }: NotificationInput): string {
  if (!appointment || !time) return '';
  return appointment === 'INTERVIEW'
    ? ` Your interview on ${time} is cancelled.`
    : ` Your seat in the training on ${time} is cancelled.`;
}

/** The terms of an offer, which follow the sentence that announces it. */
const formatTerms = ({ offer }: NotificationInput): string =>
  offer
    ? ` ${offer.pay}, in ${offer.location}, from ${offer.joiningOn}. Accept or decline by ${offer.until}.`
    : '';

export const toChoose: Record<AppointmentKind, string> = {
  TRAINING: ' Please choose a training batch.',
  INTERVIEW: ' Please choose a time for your interview.',
};

const formatChoice = ({ appointment }: NotificationInput): string =>
  appointment ? toChoose[appointment] : '';

/** What follows the sentences about a transition. */
const factsOf: Partial<Record<ApplicationAction, (input: NotificationInput) => string>> = {
  MAKE_OFFER: formatTerms,
  REPLACE_OFFER: formatTerms,
  HOLD: formatLostAppointment,
  REJECT: formatLostAppointment,
  WITHDRAW: formatLostAppointment,
  RESUME: formatChoice,
  REOPEN: (input) => `${input.statusText ? ` ${input.statusText}` : ''}${formatChoice(input)}`,
};

/** Returns what follows the sentences about a transition: nothing, or text that begins with a space. */
export const formatFacts = (action: string, input: NotificationInput): string =>
  findOwn<(input: NotificationInput) => string>(factsOf, action)?.(input) ?? '';
