import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

interface CalendarFileInput {
  uid: string;
  sequence: number;
  startsAt: Date;
  /** Null for an entry that is removed and whose end is not known any more. */
  endsAt: Date | null;
  now: Date;
  /** Removes the entry from the calendar. */
  isOff: boolean;
  /** The address of the page that shows and changes the appointment. */
  page: string;
  product: string;
  summary: string;
  description: string;
  location: string | null;
}

/**
 * Formats an appointment as a calendar file (RFC 5545). The UID stays the same and SEQUENCE increases with every change, so
 * a later file moves or removes the same entry. The file does not contain the link to join: the page that the entry links to
 * shows it from 15 minutes before.
 */
export function formatCalendarFile(input: CalendarFileInput): string {
  const { uid, sequence, startsAt, endsAt, now, isOff, page, product, ...texts } = input;
  const calendar = ical({
    prodId: { company: 'Liftoff', product, language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    ...texts,
    id: uid,
    sequence,
    stamp: now,
    start: startsAt,
    end: endsAt,
    url: page,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
