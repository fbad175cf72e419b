import type { Meeting, MeetingChange } from '../appointments/meeting-place.ts';

/** What the messages about a transition are made of. */

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
  /** After RESUME and REOPEN: the candidate had an offer, and the time to answer it has passed. */
  hasOfferRunOut?: boolean;
  /** The city that the application is for now, and the one before. */
  city?: string | null;
  previousCity?: string | null;
  /** The booked interview or training. */
  meeting?: MeetingSummary | null;
  /** What is different in a moved interview besides its time. */
  changes?: readonly MeetingChange[];
  /** Why, as the history names it. */
  reasonCode?: string | null;
  /** Staff did it because the candidate asked them by phone. */
  isByPhone?: boolean;
}

/** An interview or a training in a message. */
export interface MeetingSummary extends Pick<Meeting, 'mode' | 'address'> {
  /** The name of the interview; null for a training, whose text says what it is. */
  title: string | null;
  /** Who holds the interview; absent of a training, and while nobody is chosen. */
  interviewer?: string | undefined;
  /** How long an interview takes; null for a training. */
  minutes: number | null;
  /** What to bring or prepare. Only the email has it. */
  instructions: string | null;
}

/** An offer in a message, formatted. */
export interface OfferSummary {
  /** `₹3,60,000 a year` */
  pay: string;
  /** The first day: `1 Dec 2026` */
  joiningOn: string;
  /** `, in Pune`; empty for remote work. */
  place: string;
  /** The time by which the candidate has to answer. */
  until: string;
}

export type AppointmentKind = 'TRAINING' | 'INTERVIEW';
