import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { sql } from 'kysely';
import { hasSeat } from '#lib/domain/events/registration-flow.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Attachment } from '#lib/server/db/schema/messages.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';
import { type LiveEventRow, selectEvents } from './event-rows.ts';
import { eventPath } from './present-event.ts';

/**
 * Calendar files (RFC 5545). The UID is the event's, and SEQUENCE rises with every change, so that a later file moves or removes
 * the same entry. No file has the link to join: the page that the entry links to shows it from 15 minutes before.
 */

const prodId = { company: 'Liftoff', product: 'Events', language: 'EN' };
const uidOf = ({ id }: Pick<LiveEventRow, 'id'>) => `event-${id}@liftoff`;

/** An event without a valid time: its entry is removed, and comes back with the new one. */
const isOff = ({ status }: Pick<LiveEventRow, 'status'>) => status !== 'SCHEDULED';

type EntryEvent = Omit<LiveEventRow, 'now'>;

type CalendarConfig = Pick<Config, 'mailFrom' | 'siteOrigin'>;

/** Returns the entry of an event. DTSTAMP and LAST-MODIFIED are the time of this revision. */
function describeEntry(
  event: EntryEvent,
  { siteOrigin, mailFrom }: CalendarConfig,
  revisedAt = event.updatedAt,
) {
  const { title, summary, startsAt, endsAt, venue, mode, sequence } = event;
  const page = `${siteOrigin}${eventPath(event.slug)}`;
  return {
    ...{ id: uidOf(event), sequence, stamp: revisedAt, lastModified: revisedAt },
    ...{ start: startsAt, end: endsAt, summary: title },
    // RFC 5546 requires it in every method, PUBLISH too.
    organizer: { name: 'Liftoff', email: mailFrom },
    description: [summary, `${mode === 'IN_PERSON' ? 'The event' : 'Join here'}: ${page}`].join('\n\n'),
    location: mode === 'ONLINE' ? 'Online' : (venue ?? null),
    url: page,
    status: isOff(event) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}

/** Formats the calendar file of one event, which everybody can open. [API-20] */
export function formatEventCalendar(event: EntryEvent, config: CalendarConfig): string {
  const calendar = ical({
    prodId,
    method: isOff(event) ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent(describeEntry(event, config));
  return calendar.toString();
}

/** Formats a calendar to subscribe to. Cancelled and postponed events are in it as cancelled. */
export function formatCalendarFeed(events: readonly EntryEvent[], config: CalendarConfig): string {
  const calendar = ical({
    prodId,
    method: ICalCalendarMethod.PUBLISH,
    name: 'Liftoff events',
    url: `${config.siteOrigin}/events/`,
    ttl: 3600,
  });
  for (const event of events) calendar.createEvent(describeEntry(event, config));
  return calendar.toString();
}

const prefix = 'event-calendar/';

/** Returns whether an attachment is the calendar file of a registration. */
export const isEventInvite = (document: string): boolean => document.startsWith(prefix);

/** Returns the attachment of an email that adds, moves or removes the entry. */
export const eventAttachment = (registrationId: string): Attachment => ({
  fileName: 'event.ics',
  document: `${prefix}${registrationId}`,
});

/** When the registration last changed. */
const revisedAt = sql<Date | null>`(
  select max(at) from event_registration_history where registration_id = event_registration.id)`;

/** Renders the calendar file of a registration as it is now (RFC 5546). Rejects when it does not exist any more. */
export async function renderEventInvite(
  db: Db,
  config: CalendarConfig,
  document: string,
): Promise<RenderedAttachment> {
  const registration = await db
    .selectFrom('eventRegistration')
    .innerJoin('appUser', 'appUser.id', 'eventRegistration.userId')
    .select(['eventId', 'status', 'sequence', 'firstName', 'email'])
    .select(revisedAt.as('revisedAt'))
    .where('eventRegistration.id', '=', document.slice(prefix.length))
    .executeTakeFirstOrThrow();
  const event = await selectEvents(db).where('id', '=', registration.eventId).executeTakeFirstOrThrow();
  const hasEntry = hasSeat(registration.status) && !isOff(event);
  const method = hasEntry ? 'REQUEST' : 'CANCEL';
  const calendar = ical({ prodId, method: ICalCalendarMethod[method] });
  const latest = Math.max(event.updatedAt.getTime(), registration.revisedAt?.getTime() ?? 0);
  const entry = describeEntry(event, config, new Date(latest));
  calendar.createEvent({
    ...entry,
    sequence: event.sequence + registration.sequence,
    attendees: registration.email ? [{ name: registration.firstName, email: registration.email }] : [],
    status: hasEntry ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  });
  return {
    bytes: Buffer.from(calendar.toString()),
    type: `text/calendar; charset=utf-8; method=${method}`,
  };
}
