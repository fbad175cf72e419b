import type { InterviewAction } from '../appointments/interview-flow.ts';
import type { TrainingAction } from '../appointments/training-flow.ts';
import type { ApplicationAction } from './application-flow.ts';

/** What a candidate is told when something about an application changes, by e-mail and SMS alike. */
export interface News {
  subject: string;
  text: string;
}

export interface Change {
  /** `Voice support associate at Boliqo Connect` */
  job: string;
  /** Of the stage that the application is in now. */
  stageTitle: string;
  /** A time that matters, in words: of the interview, of the training, of the reply. */
  when: string | null;
  /** The time that was told before, where it has moved. */
  before?: string | null;
  /** What the candidate loses with HOLD, REJECT and WITHDRAW, at `when`, and has to choose with RESUME. */
  appointment?: Appointment | null;
  /** Why, as the history names it. */
  reasonCode?: string | null;
}

export type Appointment = 'TRAINING' | 'INTERVIEW';

type Action = ApplicationAction | TrainingAction | InterviewAction;

/** Null for what the candidate has no need to hear of. */
export function newsOf(action: Action, change: Change): News | null {
  return news[action]?.(change) ?? null;
}

const on = (when: string | null): string => (when ? ` on ${when}` : '');

/** Said after what became of the application. */
function lost({ appointment, when }: Change): string {
  if (!appointment || !when) return '';
  return appointment === 'INTERVIEW'
    ? ` Your interview on ${when} is cancelled.`
    : ` Your seat in the training on ${when} is given up.`;
}

const toChoose: Record<Appointment, string> = {
  TRAINING: ' Please choose a training batch.',
  INTERVIEW: ' Please choose a time for your interview.',
};

const news: Partial<Record<Action, (change: Change) => News>> = {
  SUBMIT: ({ job, when }) => ({
    subject: 'We have your application',
    text: `Your application for ${job} is submitted. You get a reply by ${when}.`,
  }),
  START_REVIEW: ({ job }) => ({
    subject: 'Your application is being read',
    text: `The employer is reading your application for ${job}.`,
  }),
  SHORTLIST: ({ job }) => ({
    subject: 'You are on the shortlist',
    text: `You are on the shortlist for ${job}. We tell you the next step soon.`,
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
    text: `You have an offer for ${job}. Congratulations!`,
  }),
  HIRE: ({ job }) => ({ subject: 'You have got the job', text: `You have got the job: ${job}. Welcome!` }),
  HOLD: (change) => ({
    subject: 'Your application is on hold',
    text: `Your application for ${change.job} is on hold; we write when it goes on.${lost(change)}`,
  }),
  RESUME: ({ job, appointment }) => ({
    subject: 'Your application goes on',
    text: `Your application for ${job} is no longer on hold.${appointment ? toChoose[appointment] : ''}`,
  }),
  REJECT: (change) => ({
    subject: 'About your application',
    text: `The employer chose other candidates for ${change.job} this time. Thank you for applying.${lost(change)}`,
  }),
  WITHDRAW: (change) => ({
    subject: 'You have withdrawn your application',
    text: `Your application for ${change.job} is withdrawn, as you asked.${lost(change)}`,
  }),
  EXPIRE: ({ job, reasonCode }) => ({
    subject: 'Your application has ended',
    text:
      reasonCode === 'JOB_CLOSED'
        ? `The job closed before you sent your application for ${job}.`
        : `Your application for ${job} ended because it was not submitted in time.`,
  }),
  SETUP_TRAINING: ({ job, when }) => ({
    subject: 'Your training is set up',
    text: `Your training for ${job} begins on ${when}.`,
  }),
  MOVE_BATCH: ({ job, when, before }) => ({
    subject: 'Your training has changed',
    text:
      before && before !== when
        ? `Your training for ${job} now begins on ${when}, not on ${before}.`
        : `When or where your training for ${job} is held has changed. It begins on ${when}.`,
  }),
  COMPLETE_TRAINING: ({ job }) => ({
    subject: 'You have completed the training',
    text: `You have completed the training for ${job}. We tell you the next step soon.`,
  }),
  MISS_TRAINING: ({ job }) => ({
    subject: 'You missed the training',
    text: `You missed the training for ${job}.`,
  }),
  OFFER_TRAINING_AGAIN: ({ job }) => ({
    subject: 'Choose another training batch',
    text: `You missed the training for ${job}. You may choose another batch, once.`,
  }),
  GIVE_UP_SEAT: ({ job, when }) => ({
    subject: 'Choose another training batch',
    text: `Your training for ${job}${on(when)} was called off. Please choose another batch.`,
  }),
  SCHEDULE_INTERVIEW: ({ job, when }) => ({
    subject: 'Your interview is set',
    text: `Your interview for ${job} is on ${when}.`,
  }),
  RESCHEDULE_INTERVIEW: ({ job, when }) => ({
    subject: 'Your interview has moved',
    text: `Your interview for ${job} is now on ${when}.`,
  }),
  COMPLETE_INTERVIEW: ({ job }) => ({
    subject: 'Thank you for the interview',
    text: `Thank you for the interview for ${job}. We tell you the next step soon.`,
  }),
  MISS_INTERVIEW: ({ job }) => ({
    subject: 'You missed the interview',
    text: `You missed the interview for ${job}.`,
  }),
  CANCEL_INTERVIEW: ({ job, when }) => ({
    subject: 'Your interview is cancelled',
    text: `Your interview for ${job}${on(when)} is cancelled.`,
  }),
  INVITE_AGAIN: ({ job, when }) => ({
    subject: 'Choose another time for your interview',
    text: when
      ? `Your interview for ${job} on ${when} is cancelled. Please choose another time.`
      : `Please choose another time for your interview for ${job}.`,
  }),
};
