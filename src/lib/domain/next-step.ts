import type { ApplicationStatus } from './application-flow.ts';
import { statusSentence } from './application-text.ts';
import { type InterviewStatus, interviewPolicy, rescheduleDeadline } from './interview-flow.ts';
import { dateTimeText } from './time-text.ts';
import type { TrainingStatus } from './training-flow.ts';

/** Where an application stands in one sentence, what the candidate does next, and by when. */
export interface NextStep {
  text: string;
  /** One of `allowedActions`; null where the candidate waits. */
  action: string | null;
  deadlineAt: Date | null;
}

interface Standing {
  status: ApplicationStatus;
  /** When a draft ends by itself, `endOfDraft`. */
  expiresAt: Date;
  /** Why it ended, if it did so by itself. */
  reasonCode?: string | null;
  replyDueAt: Date | null;
  training: { status: TrainingStatus; startsAt: Date | null; timeZone: string | null };
  interview: {
    status: InterviewStatus;
    startsAt: Date | null;
    timeZone: string | null;
    reschedulesUsed: number;
  };
  /** The reader's, IANA. */
  viewerTimeZone: string;
  now: Date;
}

export function nextStepOf(standing: Standing): NextStep {
  const { status, expiresAt, reasonCode = null, replyDueAt, now, viewerTimeZone } = standing;
  if (status === 'TRAINING') return trainingStep(standing);
  if (status === 'INTERVIEW') return interviewStep(standing);
  const text = statusSentence({ status, expiresAt, reasonCode, now });
  if (status === 'STARTED') return { text, action: 'SUBMIT', deadlineAt: expiresAt };
  const isWaiting = status === 'SUBMITTED' || status === 'IN_REVIEW';
  if (!isWaiting || !replyDueAt) return waiting(text);
  if (replyDueAt <= now) return waiting(`${text} The reply is late: we are asking the employer for it.`);
  return {
    text: `${text} You get a reply by ${dateTimeText(replyDueAt, viewerTimeZone)}.`,
    action: null,
    deadlineAt: replyDueAt,
  };
}

const waiting = (text: string): NextStep => ({ text, action: null, deadlineAt: null });

function trainingStep({ training: { status, startsAt, timeZone }, viewerTimeZone }: Standing): NextStep {
  if (status === 'TO_SET_UP')
    return { text: 'Choose the training batch that suits you.', action: 'SETUP_TRAINING', deadlineAt: null };
  if (status === 'SCHEDULED' && startsAt && timeZone)
    return {
      text: `Your training begins on ${dateTimeText(startsAt, timeZone, viewerTimeZone)}.`,
      action: null,
      deadlineAt: startsAt,
    };
  if (status === 'COMPLETED')
    return waiting('You have completed the training; we tell you the next step soon.');
  if (status === 'MISSED') return waiting('You missed the training; the employer decides what comes next.');
  return waiting('You are in training for this job.');
}

function interviewStep({ interview, viewerTimeZone, now }: Standing): NextStep {
  const { status, startsAt, timeZone, reschedulesUsed } = interview;
  if (status === 'TO_SCHEDULE')
    return { text: 'Choose a time for your interview.', action: 'SCHEDULE_INTERVIEW', deadlineAt: null };
  if (status === 'SCHEDULED' && startsAt && timeZone) {
    if (startsAt <= now) return waiting('Your interview time has come; the employer tells you the result.');
    const text = `Your interview is on ${dateTimeText(startsAt, timeZone, viewerTimeZone)}.`;
    const moveUntil = rescheduleDeadline(startsAt);
    return moveUntil > now && reschedulesUsed < interviewPolicy.reschedules
      ? { text, action: 'RESCHEDULE_INTERVIEW', deadlineAt: moveUntil }
      : { text, action: null, deadlineAt: startsAt };
  }
  if (status === 'COMPLETED') return waiting('You have had the interview; we tell you the next step soon.');
  if (status === 'NO_SHOW') return waiting('You missed the interview; the employer decides what comes next.');
  return waiting('Your interview was cancelled; the employer decides what comes next.');
}
