import { type Selectable, sql } from 'kysely';
import { canJoin, findClosedReason } from '#lib/domain/events/event.ts';
import type { RegistrationGuardContext } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import type {
  EventFeedbackTable,
  EventRegistrationTable,
  LiveEventTable,
} from '#lib/server/db/schema/events.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The id of the person who looks at an event; null for a visitor. */
export type ViewerId = string | null;

/** An event with the database's time at which it was read. */
export type LiveEventRow = Selectable<LiveEventTable> & { now: Date };

export type EventRegistrationRow = Selectable<EventRegistrationTable> & {
  /** The place on the wait-list, from 1; null when not on it. */
  place: number | null;
  feedback: Pick<Selectable<EventFeedbackTable>, 'rating' | 'suggestion'> | null;
  /** The 12 characters of the certificate that the person has of the event. */
  certificateId: string | null;
};

export const createEventNotFoundError = () => new HttpError('EVENT_NOT_FOUND');

/** Selects events with the time of the database. */
export const selectEvents = (db: Db, now = sql<Date>`now()`) =>
  db.selectFrom('liveEvent').selectAll().select(now.as('now'));

/** The place of a registration on its wait-list, from 1; null where it is not on it. */
export const waitlistPlace = sql<number | null>`case when event_registration.status = 'WAITLISTED' then (
  select count(*)::int from event_registration other
  where other.event_id = event_registration.event_id and other.status = 'WAITLISTED'
    and other.waitlist_position <= event_registration.waitlist_position) end`;

/** Stands for the place on the wait-list where nobody reads it. */
export const withoutPlace = sql<number | null>`null::int`;

/**
 * Selects registrations with their place on the wait-list, the feedback and the certificate. A list of a whole event leaves out
 * the place, because counting it takes longer the more people wait.
 */
export const selectRegistrations = (db: Db, place = waitlistPlace) =>
  db
    .selectFrom('eventRegistration')
    .selectAll()
    .select(place.as('place'))
    .select(
      sql<EventRegistrationRow['feedback']>`(
        select json_build_object('rating', rating, 'suggestion', suggestion)
        from event_feedback where registration_id = event_registration.id)`.as('feedback'),
    )
    .select(
      sql<string | null>`(
        select short_uuid from certificate
        where certificate.event_id = event_registration.event_id
          and certificate.user_id = event_registration.user_id and certificate.status = 'ISSUED'
        order by certificate.id desc limit 1)`.as('certificateId'),
    );

/** Loads the viewer's registrations for events, by the id of the event. */
export async function loadOwnRegistrations(
  db: Db,
  eventIds: readonly string[],
  viewerId: ViewerId,
): Promise<Map<string, EventRegistrationRow>> {
  if (!viewerId || !eventIds.length) return new Map();
  const rows = await selectRegistrations(db)
    .where('userId', '=', viewerId)
    .where('eventId', 'in', eventIds)
    .execute();
  return new Map(rows.map((row) => [row.eventId, row]));
}

export const seatsLeftOf = ({ capacity, taken }: Pick<LiveEventRow, 'capacity' | 'taken'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken);

/** Collects the input of the guards. */
export function buildRegistrationContext(
  event: LiveEventRow,
  registration: Pick<EventRegistrationRow, 'offerExpiresAt'> | null,
): RegistrationGuardContext {
  const { now, waitlistEnabled, startsAt, status } = event;
  const offerExpiresAt = registration?.offerExpiresAt ?? null;
  return {
    closedReason: findClosedReason(event, now),
    offReason: findClosedReason({ ...event, registrationClosesAt: event.endsAt }, now),
    seatsLeft: seatsLeftOf(event),
    waitlistEnabled,
    isOfferOver: offerExpiresAt !== null && offerExpiresAt <= now,
    hasBegun: status === 'SCHEDULED' && startsAt <= now,
    isDoorOpen: canJoin(event, now) || (status === 'SCHEDULED' && startsAt <= now),
  };
}
