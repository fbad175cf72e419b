import { describeReminders } from '#lib/domain/core/reminders/reminder-times.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import {
  type EventMode,
  type EventStatus,
  eventStatusAt,
  findClosedReason,
  type StoredEventStatus,
} from './event.ts';
import type { RegistrationStatus } from './registration-flow.ts';

/** Sentences about events and registrations. Pages, emails and SMS use the same ones. */

interface DescribedEvent {
  status: StoredEventStatus;
  startsAt: Date;
  endsAt: Date;
  registrationClosesAt: Date;
  timeZone: string;
  mode: EventMode;
  venue: string | null;
  now: Date;
}

interface NextStepInput {
  event: DescribedEvent;
  registration: { status: RegistrationStatus; place: number | null; offerExpiresAt: Date | null };
  viewerTimeZone: string;
}

/** Returns where an event takes place and how to get in. */
export function describePlace({ mode, venue }: Pick<DescribedEvent, 'mode' | 'venue'>): string {
  const link = 'The link to join is on the page of the event from 15 minutes before.';
  if (mode === 'ONLINE') return link;
  const place = venue ? `Place: ${venue}.` : 'The place is on the page of the event.';
  return mode === 'HYBRID' ? `${place} Online: ${link.charAt(0).toLowerCase()}${link.slice(1)}` : place;
}

const afterStatus: Partial<Record<EventStatus, string>> = {
  CANCELLED: 'This event is cancelled. Nothing is left to do.',
  POSTPONED: 'This event is postponed. We write to you when the new date is set. You keep your place.',
};

/** Returns what a registration means now and what comes next. */
export function describeNextStep({ event, registration, viewerTimeZone }: NextStepInput): string {
  const { status, place, offerExpiresAt } = registration;
  const eventStatus = eventStatusAt(event, event.now);
  const isOpen = findClosedReason(event, event.now) === null;
  if (status === 'CANCELLED')
    return `You cancelled.${isOpen ? ' You can register again while seats are free.' : ''}`;
  const after = afterStatus[eventStatus];
  if (after) return after;
  if (status === 'ATTENDED') return 'Thank you for taking part.';
  if (status === 'NO_SHOW') return 'We did not see you there.';
  if (status === 'OFFER_EXPIRED')
    return `The time to take your seat has ended.${isOpen ? ' You can register again while seats are free.' : ''}`;
  if (status === 'WAITLISTED')
    return isOpen
      ? `You are number ${place ?? 1} on the wait-list. When a seat is free, we offer it to you and write to you.`
      : 'Registration is closed, and no seat became free.';
  if (status === 'OFFERED' && offerExpiresAt)
    return `A seat is free for you. Take it by ${dateTimeText(offerExpiresAt, event.timeZone, viewerTimeZone)}.`;
  if (eventStatus === 'ENDED') return 'This event is over.';
  if (eventStatus === 'LIVE') return `The event has begun. ${describeEntry(event)}`;
  const reminders = describeReminders(event.startsAt, event.now);
  return `${describePlace(event)}${reminders ? ` We remind you ${reminders} before.` : ''}`;
}

const describeEntry = ({ mode, venue }: DescribedEvent): string =>
  mode === 'IN_PERSON' && venue ? `Place: ${venue}.` : 'Join with the link on this page.';

/** Formats the number of a registration: `LE-26-00042`. */
export const registrationNumber = (sequence: number, at: Date): string =>
  `LE-${String(at.getUTCFullYear()).slice(2)}-${String(sequence).padStart(5, '0')}`;

/** Parses the number of a registration, also without its dashes and zeros. Returns null for any other text. */
export function parseRegistrationNumber(text = ''): string | null {
  const [, year, serial] = /^\s*le[\s-]?(\d{2})[\s-]?(\d{1,9})\s*$/i.exec(text) ?? [];
  return year && serial ? `LE-${year}-${serial.padStart(5, '0')}` : null;
}

/** Returns how many seats are left, for people: `4 of 40 seats left`. Null for an event without a limit. */
export function seatsText(capacity: number | null, seatsLeft: number | null): string | null {
  if (capacity === null || seatsLeft === null) return null;
  return seatsLeft === 0 ? 'Full' : `${seatsLeft} of ${capacity} seats left`;
}

/** Returns the taken seats of an event, for staff: `4 of 4 seats taken, 1 waiting`. */
export function takenText({
  taken,
  capacity,
  waiting,
}: {
  taken: number;
  capacity: number | null;
  waiting: number;
}): string {
  const seats = capacity === null ? `${taken} registered, no limit` : `${taken} of ${capacity} seats taken`;
  return waiting ? `${seats}, ${waiting} waiting` : seats;
}
