import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { Paging } from '#lib/contract/core/list.ts';
import type {
  EventRegistrant,
  StaffEvent,
  StaffEventCard,
  staffEventRoutes,
} from '#lib/contract/staff/events/live-events.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { eventPolicy, eventStatusAt, eventStatusLabels } from '#lib/domain/events/event.ts';
import { eventFlow } from '#lib/domain/events/event-flow.ts';
import { registrationStatusLabels } from '#lib/domain/events/registration-flow.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createEventNotFoundError, type LiveEventRow, selectEvents } from '#lib/server/events/event-rows.ts';
import type { Page } from '#lib/server/http/list.ts';
import { toValues } from './event-values.ts';
import { buildEventContext } from './move-event.ts';

type Query = QueryOf<(typeof staffEventRoutes)['GET /api/v1/staff/events/']>;

const conditions = {
  DRAFT: sql<boolean>`live_event.status = 'DRAFT'`,
  UPCOMING: sql<boolean>`(live_event.status = 'SCHEDULED' and ends_at > now())`,
  PAST: sql<boolean>`(live_event.status = 'SCHEDULED' and ends_at <= now())`,
  OFF: sql<boolean>`live_event.status in ('POSTPONED', 'CANCELLED')`,
};

const waiting = sql<number>`(
  select count(*)::int from event_registration
  where event_id = live_event.id and event_registration.status in ('WAITLISTED', 'OFFERED'))`;

/** Lists events for staff: upcoming ones by their begin, the others with the latest first. */
export async function listStaffEvents(
  db: Db,
  { when, search, limit, offset }: Query,
): Promise<Page<StaffEventCard>> {
  const condition = search
    ? sql<boolean>`${conditions[when]} and strpos(lower(title), ${search.toLowerCase()}) > 0`
    : conditions[when];
  const { count } = await db
    .selectFrom('liveEvent')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  const rows = await selectEvents(db)
    .select(waiting.as('waiting'))
    .where(condition)
    .orderBy(when === 'UPCOMING' ? sql`starts_at` : sql`starts_at desc`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: rows.map(presentCard) };
}

function presentCard(row: LiveEventRow & { waiting: number }): StaffEventCard {
  const { id, slug, title, kind, timeZone, capacity, taken, waiting } = row;
  const status = eventStatusAt(row, row.now);
  return {
    ...{ id, slug, title, kind, timeZone, capacity, taken, waiting, status },
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    statusLabel: eventStatusLabels[status],
  };
}

/** Returns an event as staff see it. Throws `EVENT_NOT_FOUND`. */
export async function requireStaffEvent(db: Db, id: string): Promise<StaffEvent> {
  const row = isUuid(id)
    ? await selectEvents(db).select(waiting.as('waiting')).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw createEventNotFoundError();
  const context = { ...buildEventContext(row, {}), publicNote: 'A reason', isAhead: true };
  return {
    ...presentCard(row),
    values: toValues(row),
    previousStartsAt: row.previousStartsAt?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    version: row.version,
    feedback: await loadFeedback(db, id),
    // The person enters the new time and the reason after pressing the button.
    allowedActions: allowedActions(eventFlow, 'STAFF', row.status, context),
  };
}

/** Loads what the page of an event shows: registrants, and the events that can take its place. */
export async function loadEventPage(db: Db, id: string) {
  const event = await requireStaffEvent(db, id);
  const { count, results: registrants } = await listRegistrants(db, id, { limit: 1000, offset: 0 });
  const upcoming = await listStaffEvents(db, { when: 'UPCOMING', limit: 100, offset: 0 });
  const opensAt = Date.parse(event.startsAt) - eventPolicy.joinMinutes * 60_000;
  const now = await databaseNow(db);
  return {
    ...{ event, count, registrants },
    isDoorOpen:
      (event.status === 'SCHEDULED' && opensAt <= now.getTime()) || ['LIVE', 'ENDED'].includes(event.status),
    others: upcoming.results.filter((other) => other.id !== id),
  };
}

async function loadFeedback(db: Db, eventId: string): Promise<StaffEvent['feedback']> {
  const rows = await db
    .selectFrom('eventFeedback')
    .innerJoin('eventRegistration', 'eventRegistration.id', 'eventFeedback.registrationId')
    .select(['rating', 'suggestion'])
    .where('eventId', '=', eventId)
    .orderBy('eventFeedback.at', 'desc')
    .execute();
  const sum = rows.reduce((total, { rating }) => total + rating, 0);
  return {
    count: rows.length,
    average: rows.length ? Math.round((sum / rows.length) * 10) / 10 : null,
    suggestions: rows.flatMap(({ suggestion }) => suggestion || []).slice(0, 100),
  };
}

/** Lists everybody who registered, waits or has left: seats first, then the wait-list in its order. */
export async function listRegistrants(
  db: Db,
  eventId: string,
  { limit, offset }: Paging,
): Promise<Page<EventRegistrant>> {
  const own = db.selectFrom('eventRegistration').where('eventId', '=', eventId);
  const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .innerJoin('appUser', 'appUser.id', 'eventRegistration.userId')
    .leftJoin('eventFeedback', 'eventFeedback.registrationId', 'eventRegistration.id')
    .select(['eventRegistration.id', 'number', 'eventRegistration.status', 'registeredAt', 'offerExpiresAt'])
    .select(['firstName', 'lastName', 'phoneE164', 'email', 'waitlistPosition', 'rating'])
    .orderBy(sql`array_position(array['REGISTERED', 'ATTENDED', 'NO_SHOW', 'OFFERED', 'WAITLISTED'],
      event_registration.status)`)
    .orderBy('waitlistPosition')
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute();
  const firstWaiting = rows.findIndex(({ status }) => status === 'WAITLISTED');
  return {
    count,
    results: rows.map((row, index) => ({
      ...{ id: row.id, number: row.number, status: row.status, rating: row.rating },
      ...{ phone: row.phoneE164, email: row.email },
      name: `${row.firstName} ${row.lastName}`.trim(),
      statusLabel: registrationStatusLabels[row.status],
      registeredAt: row.registeredAt.toISOString(),
      waitlistPosition: row.status === 'WAITLISTED' && offset === 0 ? index - firstWaiting + 1 : null,
      offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
    })),
  };
}
