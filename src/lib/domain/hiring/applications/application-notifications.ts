import { formatMeetingChanges } from '../appointments/meeting-place.ts';
import { formatFacts, formatPreparation, type NotifiedAction, toChoose } from './notification-facts.ts';
import type { NotificationInput } from './notification-input.ts';

/** The text of the email and the SMS about a transition. */
export interface NotificationContent {
  subject: string;
  text: string;
  /** The text for SMS and WhatsApp, where it is not the same. */
  shortText?: string;
}

/**
 * Formats the message about a transition; null where the candidate need not know of it. `own` replaces the standard sentences.
 * What is different for each candidate, such as a cancelled interview or the terms of an offer, follows either of them.
 */
export function formatNotification(
  action: NotifiedAction,
  input: NotificationInput,
  own: NotificationContent | null = null,
): NotificationContent | null {
  const content = own ?? templates[action]?.(input);
  if (!content) return null;
  const facts = formatFacts(action, input);
  const preparation = formatPreparation(input);
  const { subject, text, shortText = text } = content;
  return {
    subject,
    text: text + facts + preparation,
    ...((shortText !== text || preparation) && { shortText: shortText + facts }),
  };
}

const on = (time: string | null): string => (time ? ` on ${time}` : '');

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

const templates: Partial<Record<NotifiedAction, (input: NotificationInput) => NotificationContent>> = {
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
  MAKE_OFFER: ({ job }) => ({
    subject: 'You have an offer',
    text: `Congratulations! You have an offer for ${job}.`,
  }),
  REPLACE_OFFER: ({ job }) => ({
    subject: 'Your offer has changed',
    text: `Your offer for ${job} has changed.`,
  }),
  WITHDRAW_OFFER: ({ job }) => ({
    subject: 'Your offer is withdrawn',
    text: `The employer has withdrawn the offer for ${job}. Your application stays open.`,
  }),
  ACCEPT_OFFER: ({ job, offer }) => ({
    subject: 'You have accepted the offer',
    text: `You have accepted the offer for ${job}.${offer ? ` Your first day is ${offer.joiningOn}${offer.place}.` : ''}`,
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
  HOLD: ({ job }) => ({
    subject: 'Your application is on hold',
    text: `Your application for ${job} is on hold. We write to you when it continues.`,
  }),
  RESUME: ({ job }) => ({
    subject: 'Your application continues',
    text: `Your application for ${job} is no longer on hold.`,
  }),
  CONTINUE: ({ job }) => ({
    subject: 'Your application continues',
    text: `Your application for ${job} continues.`,
  }),
  REOPEN: ({ job }) => ({
    subject: 'Your application is open again',
    text: `Your application for ${job} is open again.`,
  }),
  REJECT: ({ job }) => ({
    subject: 'About your application',
    text: `The employer chose other candidates for ${job} this time. Thank you for applying.`,
  }),
  WITHDRAW: ({ job }) => ({
    subject: 'You have withdrawn your application',
    text: `Your application for ${job} is withdrawn, as you asked.`,
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
