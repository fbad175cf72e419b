import { findOwn } from '#lib/domain/core/record.ts';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { interviewStatusLabels } from '../appointments/interview-flow.ts';
import { trainingStatusLabels } from '../appointments/training-flow.ts';
import { declineReasons } from '../offers/offer.ts';
import { applicationStatusLabels } from './application-status.ts';
import { causes, expiryReasons, reopenReasons, staffReasons, withdrawalReasons } from './reasons.ts';

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
  /** The city that the application is for since this entry, and the one before. */
  city?: string | null;
  previousCity?: string | null;
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
  REQUIRE_TRAINING: 'Training: Invited to choose a batch',
  OFFER_TRAINING_AGAIN: 'Training: Invited to choose another batch',
  GIVE_UP_SEAT: 'Training: Seat cancelled',
  CHANGE_BATCH: 'Training: Changed to another batch',
  INVITE: 'Interview: Invited to choose a time',
  INVITE_AGAIN: 'Interview: Invited to choose another time',
};

/** Moves from one stage to the next of the same kind, which keep the status. */
const textsOfNextStages: Record<string, string> = {
  MOVE_TO_TRAINING: 'Moved to the next training',
  MOVE_TO_INTERVIEW: 'Moved to the next interview',
};

/** `Interview: Moved to another time` */
export function happenedText(entry: HistoryEntry): string {
  const { subject, action, from, to, toLabel, previousStartsAt } = entry;
  if (action === 'CHANGE_CITY') return cityText(entry);
  if (action === 'REOPEN') return `Reopened: ${toLabel}`;
  const text = action && textsOfActions[action];
  if (text) return text;
  if (from !== to) return `${subjects[subject]}${toLabel}`;
  const nextStage = action && textsOfNextStages[action];
  if (nextStage) return nextStage;
  return `${subjects[subject]}${previousStartsAt ? 'Moved to another time' : 'Details changed'}`;
}

/** `City changed from Pune to Jaipur` */
function cityText({ city, previousCity }: HistoryEntry): string {
  if (!city) return 'City changed';
  return previousCity ? `City changed from ${previousCity} to ${city}` : `City set to ${city}`;
}

/** `Owner changed from Kavita Menon to Vikram Rao`; a null name is nobody. */
export function ownerText({ from, to }: { from: string | null; to: string | null }): string {
  if (!to) return `${from ?? 'The owner'} is not the owner any more`;
  return from ? `Owner changed from ${from} to ${to}` : `${to} became the owner`;
}

interface ReasonInput {
  action: string | null;
  actorType: ActorType;
  reasonCode: string | null;
}

/**
 * Returns why something happened, for staff, or null. The same code means different things by who gave it: a candidate’s own
 * reason is quoted, and the system says what it followed from. An unknown code is shown as it is.
 */
export function reasonText({ action, actorType, reasonCode }: ReasonInput): string | null {
  if (!reasonCode) return null;
  const find = (texts: Readonly<Record<string, string>>) => findOwn(texts, reasonCode);
  if (action === 'WITHDRAW' || action === 'DECLINE_OFFER') {
    const own = find(action === 'WITHDRAW' ? withdrawalReasons : declineReasons);
    if (own) return reasonCode === 'OTHER' ? own : `“${own}”`;
  }
  if (actorType === 'SYSTEM') {
    const text = find(causes) ?? find(expiryReasons);
    if (text) return text;
  }
  if (action === 'REOPEN') return find(reopenReasons) ?? reasonCode;
  return find(staffReasons) ?? find(causes) ?? find(expiryReasons) ?? reasonCode;
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
