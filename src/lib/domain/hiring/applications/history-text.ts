import type { ActorType } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { interviewStatusLabels } from '../appointments/interview-flow.ts';
import { trainingStatusLabels } from '../appointments/training-flow.ts';
import { applicationStatusLabels } from './application-status.ts';

/** Which of an application's states an entry of its history is about. */
export const eventSubjects = ['APPLICATION', 'TRAINING', 'INTERVIEW'] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** An entry of an application's history. */
interface HistoryEntry {
  subject: EventSubject;
  action: string | null;
  from: string | null;
  to: string;
  toLabel: string;
  /** The new time of the training or interview, if the change has one. */
  startsAt: string | null;
  /** The time that it had before. */
  previousStartsAt: string | null;
}

const statusLabels: Record<EventSubject, Record<string, string>> = {
  APPLICATION: applicationStatusLabels,
  TRAINING: trainingStatusLabels,
  INTERVIEW: interviewStatusLabels,
};

/** Returns the label of a status that an entry led to. A status that is no longer in the tables is its own label. */
export const eventStatusLabel = (subject: EventSubject, status: string): string =>
  statusLabels[subject][status] ?? status;

const subjects = { APPLICATION: '', TRAINING: 'Training: ', INTERVIEW: 'Interview: ' };

/** Actions that their new status does not describe. */
const textsOfActions: Record<string, string> = {
  RESUME: 'Taken off hold',
  REPLACE_OFFER: 'Offer changed',
  WITHDRAW_OFFER: 'Offer withdrawn',
  CANCEL_INTERVIEW: 'Interview: Cancelled',
  GIVE_UP_SEAT: 'Training: Seat cancelled',
  CHANGE_CITY: 'City changed',
  CHANGE_BATCH: 'Training: Changed to another batch',
};

/** `Interview: Moved to another time` */
export function happenedText({ subject, action, from, to, toLabel, previousStartsAt }: HistoryEntry): string {
  if (action === 'REOPEN') return `Reopened: ${toLabel}`;
  const text = action && textsOfActions[action];
  if (text) return text;
  if (from !== to) return `${subjects[subject]}${toLabel}`;
  return `${subjects[subject]}${previousStartsAt ? 'Moved to another time' : 'Details changed'}`;
}

/** `from 23 Nov 2026, 8:18 pm IST to 24 Nov 2026, 8:18 pm IST`; empty where no time was given. */
export function timesText({ startsAt, previousStartsAt }: HistoryEntry, timeZone: string): string {
  if (!startsAt) return '';
  const at = (time: string) => dateTimeText(new Date(time), timeZone);
  return previousStartsAt ? `from ${at(previousStartsAt)} to ${at(startsAt)}` : `for ${at(startsAt)}`;
}

/** Returns the label of the note that only staff read. */
export const noteLabel = (actor: ActorType): string =>
  actor === 'CANDIDATE' ? 'The candidate’s reason' : 'For staff';
