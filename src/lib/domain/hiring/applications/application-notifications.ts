import type { InterviewAction } from '../appointments/interview-flow.ts';
import { formatMeetingChanges, type MeetingChange } from '../appointments/meeting-place.ts';
import type { TrainingAction } from '../appointments/training-flow.ts';
import type { ApplicationAction } from './application-flow.ts';

/** The text of the email and the SMS about a transition. */
export interface NotificationContent {
  subject: string;
  text: string;
}

export interface NotificationInput {
  /** `Voice support associate at Boliqo Connect` */
  job: string;
  /** The stage that the application is in now. */
  stageTitle: string;
  /** The time of the interview, the training or the reply, formatted. */
  time: string | null;
  /** The time in the candidate's previous notification. */
  previousTime?: string | null;
  /**
   * The appointment that the candidate loses by HOLD, REJECT or WITHDRAW, at `time`, or must choose again
   * after RESUME, REOPEN and the candidate's own CANCEL_INTERVIEW.
   */
  appointment?: AppointmentKind | null;
  /** The offer that the transition is about. */
  offer?: OfferSummary | null;
  /** What the new status means for the candidate, after REOPEN. */
  statusText?: string | null;
  /** The city that the application is for now, and the one before. */
  city?: string | null;
  previousCity?: string | null;
  /** What is different in a moved interview besides its time. */
  changes?: readonly MeetingChange[];
  /** Why, as the history names it. */
  reasonCode?: string | null;
  /** Staff did it because the candidate asked them by phone. */
  isByPhone?: boolean;
}

/** An offer in a message, formatted. */
export interface OfferSummary {
  /** `₹3,60,000 a year` */
  pay: string;
  /** The first day: `1 Dec 2026` */
  joiningOn: string;
  location: string;
  /** The time by which the candidate has to answer. */
  until: string;
}

export type AppointmentKind = 'TRAINING' | 'INTERVIEW';

type Action = ApplicationAction | TrainingAction | InterviewAction | 'CHANGE_CITY';

/** Formats the message about a transition; null where the candidate need not know of it. */
export function formatNotification(action: Action, input: NotificationInput): NotificationContent | null {
  return templates[action]?.(input) ?? null;
}

const on = (time: string | null): string => (time ? ` on ${time}` : '');

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

/** Says what is different: the time, or how the interview is held, or both. */
function formatMovedInterview({
  job,
  time,
  previousTime,
  changes = [],
}: NotificationInput): NotificationContent {
  const differs = formatMeetingChanges(changes);
  if (previousTime !== time)
    return {
      subject: 'Your interview has moved',
      text: `Your interview for ${job} is now on ${time}.${differs && ` It also has ${differs}.`}`,
    };
  return differs
    ? {
        subject: `Your interview has ${differs}`,
        text: `Your interview for ${job} has ${differs}. The time stays the same: ${time}.`,
      }
    : { subject: 'Your interview is booked', text: `Your interview for ${job} is on ${time}.` };
}

const toChoose: Record<AppointmentKind, string> = {
  TRAINING: ' Please choose a training batch.',
  INTERVIEW: ' Please choose a time for your interview.',
};

const templates: Partial<Record<Action, (input: NotificationInput) => NotificationContent>> = {
  SUBMIT: ({ job, time, isByPhone }) => ({
    subject: isByPhone ? 'We have sent your application' : 'We have received your application',
    text: `${
      isByPhone
        ? `As you asked us by phone, we have sent your application for ${job}.`
        : `We have your application for ${job}.`
    } You get a reply by ${time}.`,
  }),
  START_REVIEW: ({ job }) => ({
    subject: 'The employer is reading your application',
    text: `The employer is reading your application for ${job}.`,
  }),
  SHORTLIST: ({ job }) => ({
    subject: 'You are on the shortlist',
    text: `You are on the shortlist for ${job}. We will write to you about the next step.`,
  }),
  MOVE_TO_TRAINING: ({ job }) => ({
    subject: 'Choose your training batch',
    text: `You are invited to the training for ${job}. Choose the batch that suits you.`,
  }),
  MOVE_TO_INTERVIEW: ({ job, stageTitle }) => ({
    subject: 'Choose a time for your interview',
    text: `You are invited to “${stageTitle}” for ${job}. Choose a time that suits you.`,
  }),
  MAKE_OFFER: (input) => ({
    subject: 'You have an offer',
    text: `Congratulations! You have an offer for ${input.job}.${formatTerms(input)}`,
  }),
  REPLACE_OFFER: (input) => ({
    subject: 'Your offer has changed',
    text: `Your offer for ${input.job} has changed.${formatTerms(input)}`,
  }),
  WITHDRAW_OFFER: ({ job }) => ({
    subject: 'Your offer is withdrawn',
    text: `The employer has withdrawn the offer for ${job}. Your application stays open.`,
  }),
  ACCEPT_OFFER: ({ job, offer }) => ({
    subject: 'You have accepted the offer',
    text: `You have accepted the offer for ${job}.${offer ? ` Your first day is ${offer.joiningOn}, in ${offer.location}.` : ''}`,
  }),
  DECLINE_OFFER: ({ job }) => ({
    subject: 'You have declined the offer',
    text: `You have declined the offer for ${job}. Your application has ended.`,
  }),
  EXPIRE_OFFER: ({ job, offer }) => ({
    subject: 'Your offer has expired',
    text: `The offer for ${job} expired${offer ? ` on ${offer.until}` : ''}, because you did not answer it. Your application has ended.`,
  }),
  HIRE: ({ job }) => ({ subject: 'You got the job', text: `You got the job: ${job}. Welcome!` }),
  HOLD: (input) => ({
    subject: 'Your application is on hold',
    text: `Your application for ${input.job} is on hold. We write to you when it continues.${formatLostAppointment(input)}`,
  }),
  RESUME: ({ job, appointment }) => ({
    subject: 'Your application continues',
    text: `Your application for ${job} is no longer on hold.${appointment ? toChoose[appointment] : ''}`,
  }),
  REOPEN: ({ job, statusText, appointment }) => ({
    subject: 'Your application is open again',
    text: [
      `Your application for ${job} is open again.`,
      statusText,
      appointment && toChoose[appointment].trim(),
    ]
      .filter(Boolean)
      .join(' '),
  }),
  REJECT: (input) => ({
    subject: 'About your application',
    text: `The employer chose other candidates for ${input.job} this time. Thank you for applying.${formatLostAppointment(input)}`,
  }),
  WITHDRAW: (input) => ({
    subject: 'You have withdrawn your application',
    text: `Your application for ${input.job} is withdrawn, as you asked.${formatLostAppointment(input)}`,
  }),
  EXPIRE: ({ job, reasonCode }) => ({
    subject: 'Your application has ended',
    text:
      reasonCode === 'JOB_CLOSED'
        ? `The job closed before you sent your application for ${job}.`
        : `Your application for ${job} ended because it was not submitted in time.`,
  }),
  CHANGE_CITY: ({ job, city, previousCity }) => ({
    subject: `Your application is now for ${city}`,
    text: `Your application for ${job} is now for ${city}${previousCity ? `, not for ${previousCity}` : ''}.`,
  }),
  SETUP_TRAINING: ({ job, time }) => ({
    subject: 'Your training is booked',
    text: `Your training for ${job} begins on ${time}.`,
  }),
  CHANGE_BATCH: ({ job, time, previousTime }) => ({
    subject: 'Your training batch has changed',
    text: `Your training for ${job} now begins on ${time}${
      previousTime && previousTime !== time ? `, not on ${previousTime}` : ''
    }.`,
  }),
  MOVE_BATCH: ({ job, time, previousTime }) => ({
    subject: 'Your training has changed',
    text:
      previousTime && previousTime !== time
        ? `Your training for ${job} now begins on ${time}, not on ${previousTime}.`
        : `When or where your training for ${job} is held has changed. It begins on ${time}.`,
  }),
  COMPLETE_TRAINING: ({ job }) => ({
    subject: 'You have completed the training',
    text: `You have completed the training for ${job}. We will write to you about the next step.`,
  }),
  MISS_TRAINING: ({ job }) => ({
    subject: 'You missed the training',
    text: `You missed the training for ${job}. The employer decides what comes next, and we write to you then.`,
  }),
  OFFER_TRAINING_AGAIN: ({ job }) => ({
    subject: 'Choose another training batch',
    text: `You missed the training for ${job}. You may choose another batch, once.`,
  }),
  GIVE_UP_SEAT: ({ job, time }) => ({
    subject: 'Choose another training batch',
    text: `Your training for ${job}${on(time)} is cancelled. Please choose another batch.`,
  }),
  SCHEDULE_INTERVIEW: ({ job, time }) => ({
    subject: 'Your interview is booked',
    text: `Your interview for ${job} is on ${time}.`,
  }),
  RESCHEDULE_INTERVIEW: formatMovedInterview,
  COMPLETE_INTERVIEW: ({ job }) => ({
    subject: 'Thank you for the interview',
    text: `Thank you for the interview for ${job}. We will write to you about the next step.`,
  }),
  MISS_INTERVIEW: ({ job }) => ({
    subject: 'You missed the interview',
    text: `You missed the interview for ${job}. The employer decides what comes next, and we write to you then.`,
  }),
  CANCEL_INTERVIEW: ({ job, time, appointment }) => ({
    subject: 'Your interview is cancelled',
    text: `Your interview for ${job}${on(time)} is cancelled.${appointment ? toChoose[appointment] : ''}`,
  }),
  INVITE_AGAIN: ({ job, time }) => ({
    subject: 'Choose another time for your interview',
    text: time
      ? `Your interview for ${job} on ${time} is cancelled. Please choose another time.`
      : `Please choose another time for your interview for ${job}.`,
  }),
};
