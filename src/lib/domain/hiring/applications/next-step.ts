import type { AllowedAction } from '#lib/domain/core/state-machine.ts';
import { dateTimeText, dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { type InterviewStatus, rescheduleDeadline } from '../appointments/interview-flow.ts';
import type { TrainingStatus } from '../appointments/training-flow.ts';
import type { WorkMode } from '../jobs/job.ts';
import { formatWorkPlace } from '../offers/offer-text.ts';
import type { ApplicationStatus } from './application-status.ts';
import { statusSentence } from './application-text.ts';
import { isAwaitingReply, isReplyLate } from './reply-due.ts';

/** The status of an application in one sentence, the candidate's next action, and its deadline. */
export interface NextStep {
  text: string;
  /** An enabled action of `allowedActions`, or JOIN while the link is shown; null where the candidate waits. */
  action: string | null;
  deadlineAt: Date | null;
}

interface NextStepInput {
  /** The number of the application, which the candidate quotes. */
  number: string;
  /** Where a candidate writes whose reply is late. */
  contactEmail: string;
  status: ApplicationStatus;
  /** The time at which a draft expires, see `endOfDraft`. */
  expiresAt: Date;
  /** Why the application expired, if it did. */
  reasonCode?: string | null;
  /** Why the job takes no applications; null while it does. */
  closedReason: string | null;
  replyDueAt: Date | null;
  repliedAt: Date | null;
  training: { status: TrainingStatus } & Appointment;
  interview: { status: InterviewStatus } & Appointment;
  /** The offer that the candidate sees; null while the employer prepares it. */
  offer: { joiningOn: string; location: string; workMode: WorkMode; expiresAt: Date } | null;
  /** The actions that the candidate may take. */
  allowedActions: readonly AllowedAction[];
  /** The reader's, IANA. */
  viewerTimeZone: string;
  now: Date;
}

interface Appointment {
  startsAt: Date | null;
  endsAt: Date | null;
  timeZone: string | null;
  /** The link to join is shown. */
  canJoin: boolean;
}

export function nextStepOf(input: NextStepInput): NextStep {
  const { status, expiresAt, reasonCode = null, replyDueAt, now, viewerTimeZone } = input;
  if (status === 'TRAINING') return trainingStep(input);
  if (status === 'INTERVIEW') return interviewStep(input);
  if (status === 'OFFERED') return offerStep(input);
  const text = statusSentence({ status, expiresAt, reasonCode, now });
  if (status === 'STARTED') return draftStep(input, text);
  if (status === 'OFFER_ACCEPTED' && input.offer)
    return waiting(
      `${text} Your first day is ${dayText(input.offer.joiningOn)}${formatWorkPlace(input.offer)}.`,
    );
  if (!replyDueAt || !isAwaitingReply(input)) return waiting(text);
  if (isReplyLate(input, now))
    return waiting(
      `${text} The reply is late. Write to ${input.contactEmail} with the number ${input.number}.`,
    );
  return {
    text: `${text} You get a reply by ${dateTimeText(replyDueAt, viewerTimeZone)}.`,
    action: null,
    deadlineAt: replyDueAt,
  };
}

const waiting = (text: string): NextStep => ({ text, action: null, deadlineAt: null });

const isEnabled = ({ allowedActions }: NextStepInput, wantedAction: string): boolean =>
  allowedActions.some(({ action, enabled }) => action === wantedAction && enabled);

/** The form itself says what is missing, so the text does not. */
function draftStep(input: NextStepInput, text: string): NextStep {
  const { closedReason, expiresAt } = input;
  const action = ['SUBMIT', 'EDIT'].find((one) => isEnabled(input, one)) ?? null;
  return { text: closedReason ? `${text} ${closedReason}` : text, action, deadlineAt: expiresAt };
}

function offerStep(input: NextStepInput): NextStep {
  const { offer, viewerTimeZone } = input;
  if (!offer) return waiting('The employer is preparing your offer.');
  const text = 'You have an offer for this job.';
  if (!isEnabled(input, 'ACCEPT_OFFER')) return waiting(`${text} The time to answer it is over.`);
  const until = dateTimeText(offer.expiresAt, defaultTimeZone, viewerTimeZone);
  return {
    text: `${text} Accept or decline it by ${until}.`,
    action: 'ACCEPT_OFFER',
    deadlineAt: offer.expiresAt,
  };
}

/** The step of choosing a batch or a time; the text says so where none is free. */
function choiceStep({ allowedActions }: NextStepInput, action: string, text: string): NextStep {
  const found = allowedActions.find((one) => one.action === action);
  if (found?.enabled) return { text, action, deadlineAt: null };
  return waiting(found?.reason ? `${text} ${found.reason}` : text);
}

function trainingStep(input: NextStepInput): NextStep {
  const { training, viewerTimeZone, now } = input;
  const { status, startsAt, endsAt, timeZone, canJoin } = training;
  const action = canJoin ? 'JOIN' : null;
  if (status === 'TO_SET_UP')
    return choiceStep(input, 'SETUP_TRAINING', 'Choose the training batch that suits you.');
  if (status === 'SCHEDULED' && startsAt && timeZone)
    return {
      text: `Your training begins on ${dateTimeText(startsAt, timeZone, viewerTimeZone)}.`,
      action,
      deadlineAt: startsAt,
    };
  if (status === 'COMPLETED')
    return waiting('You have completed the training. We tell you the next step soon.');
  if (status === 'MISSED') return waiting('You missed the training. The employer decides what comes next.');
  if (endsAt && endsAt <= now) return waiting('Your training is over. The employer tells you the result.');
  return { text: 'You are in training for this job.', action, deadlineAt: action && endsAt };
}

function interviewStep(input: NextStepInput): NextStep {
  const { interview, viewerTimeZone, now } = input;
  const { status, startsAt, endsAt, timeZone, canJoin } = interview;
  if (status === 'TO_SCHEDULE')
    return choiceStep(input, 'SCHEDULE_INTERVIEW', 'Choose a time for your interview.');
  if (status === 'SCHEDULED' && startsAt && endsAt && timeZone) {
    if (endsAt <= now) return waiting('Your interview is over. The employer tells you the result.');
    const action = canJoin ? 'JOIN' : null;
    if (startsAt <= now) return { text: 'Your interview is now.', action, deadlineAt: endsAt };
    const text = `Your interview is on ${dateTimeText(startsAt, timeZone, viewerTimeZone)}.`;
    return isEnabled(input, 'RESCHEDULE_INTERVIEW')
      ? { text, action: 'RESCHEDULE_INTERVIEW', deadlineAt: rescheduleDeadline(startsAt) }
      : { text, action, deadlineAt: startsAt };
  }
  if (status === 'COMPLETED') return waiting('You have had the interview. We tell you the next step soon.');
  if (status === 'NO_SHOW') return waiting('You missed the interview. The employer decides what comes next.');
  return waiting('Your interview was cancelled. The employer decides what comes next.');
}
