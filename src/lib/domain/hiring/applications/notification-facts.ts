import { findOwn } from '#lib/domain/core/record.ts';
import type { InterviewAction } from '../appointments/interview-flow.ts';
import { describePlace } from '../appointments/meeting-place.ts';
import type { TrainingAction } from '../appointments/training-flow.ts';
import type { ApplicationAction } from './application-flow.ts';
import type { AppointmentKind, NotificationInput } from './notification-input.ts';

/** What a message about a transition says after its text, because it differs from one candidate to the next. */

/** What candidates are informed of. `CONTINUE` is for a change that was taken back before they heard of it. */
export type NotifiedAction =
  | ApplicationAction
  | TrainingAction
  | InterviewAction
  | 'CHANGE_CITY'
  | 'CONTINUE';

/** The sentence about a lost appointment, which follows what happened to the application. */
function formatLostAppointment({ appointment, time }: NotificationInput): string {
  if (!appointment || !time) return '';
  return appointment === 'INTERVIEW'
    ? ` Your interview on ${time} is cancelled.`
    : ` Your seat in the training on ${time} is cancelled.`;
}

/** The terms of an offer, which follow the sentence that announces it. */
const formatTerms = ({ offer }: NotificationInput): string =>
  offer ? ` ${offer.pay}${offer.place}, from ${offer.joiningOn}. Accept or decline by ${offer.until}.` : '';

export const toChoose: Record<AppointmentKind, string> = {
  TRAINING: ' Please choose a training batch.',
  INTERVIEW: ' Please choose a time for your interview.',
};

const formatChoice = ({ appointment }: NotificationInput): string =>
  appointment ? toChoose[appointment] : '';

const formatLostOffer = ({ hasOfferRunOut }: NotificationInput): string =>
  hasOfferRunOut ? ' Your earlier offer has ended, because its last day has passed.' : '';

const formatStatus = ({ statusText }: NotificationInput): string => (statusText ? ` ${statusText}` : '');

/**
 * How to take part in what was booked: `Interview: Voice test by phone, 30 minutes, with Deepa Rao. The interviewer calls your number.`
 * A title such as “Tell us about a deal” would be read as a request without the word before it.
 */
const formatMeeting =
  (kind: 'Interview' | 'Training') =>
  ({ meeting }: NotificationInput): string => {
    if (!meeting) return '';
    const { title, minutes, interviewer } = meeting;
    const person = interviewer ? `, with ${interviewer}` : '';
    const name = title?.toLowerCase().includes(kind.toLowerCase()) ? title : `${kind}: ${title}`;
    const length = title && minutes ? ` ${name}, ${minutes} minutes${person}.` : '';
    return `${length} ${describePlace(meeting)}`;
  };

/** What to bring or prepare, which is too long for an SMS. */
export const formatPreparation = ({ meeting }: NotificationInput): string =>
  meeting?.instructions ? ` To prepare: ${meeting.instructions}` : '';

/** What follows the sentences about a transition. */
const factsOf: Partial<Record<NotifiedAction, (input: NotificationInput) => string>> = {
  MAKE_OFFER: formatTerms,
  REPLACE_OFFER: formatTerms,
  HOLD: formatLostAppointment,
  REJECT: formatLostAppointment,
  WITHDRAW: formatLostAppointment,
  COMPLETE_INTERVIEW: formatLostAppointment,
  RESUME: (input) => `${formatLostOffer(input)}${formatChoice(input)}`,
  SETUP_TRAINING: formatMeeting('Training'),
  CHANGE_BATCH: formatMeeting('Training'),
  MOVE_BATCH: formatMeeting('Training'),
  SCHEDULE_INTERVIEW: formatMeeting('Interview'),
  RESCHEDULE_INTERVIEW: formatMeeting('Interview'),
  REOPEN: (input) => `${formatLostOffer(input)}${formatStatus(input)}${formatChoice(input)}`,
  CONTINUE: (input) =>
    `${formatLostOffer(input)}${formatStatus(input)}${formatLostAppointment(input)}${formatChoice(input)}`,
};

/** Returns what follows the sentences about a transition: nothing, or text that begins with a space. */
export const formatFacts = (action: string, input: NotificationInput): string =>
  findOwn<(input: NotificationInput) => string>(factsOf, action)?.(input) ?? '';
