import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { QueryOf } from '#lib/contract/core/endpoint.ts';
import type { StaffEvent, StaffEventCard, staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { eventPolicy, eventStatusAt, eventStatusLabels } from '#lib/domain/events/event.ts';
import { eventFlow } from '#lib/domain/events/event-flow.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createEventNotFoundError, type LiveEventRow, selectEvents } from '#lib/server/events/event-rows.ts';
import { presentCover, presentSlides } from '#lib/server/events/present-event.ts';
import type { Page } from '#lib/server/http/list.ts';
import { toValues } from './event-values.ts';
import { listRegistrants } from './find-registrants.ts';
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
  const context = { ...buildEventContext(row, {}), publicNote: 'A reason', isAhead: true, isNewTime: true };
  return {
    ...presentCard(row),
    values: toValues(row),
    previousStartsAt: row.previousStartsAt?.toISOString() ?? null,
    cancelReason: row.cancelReason,
    coverImage: presentCover(row.coverMediaId),
    slidesFile: presentSlides(row.slidesMediaId),
    version: row.version,
    feedback: await loadFeedback(db, id),
    // The person enters the new time and the reason after pressing the button.
    allowedActions: allowedActions(eventFlow, 'STAFF', row.status, context),
  };
}

/** Registrants on a page of staff. Attendance of more people is marked by a search or a list. */
const registrantsPerPage = 200;

/** Loads what the page of an event shows: registrants, and the events that can take its place. */
export async function loadEventPage(
  db: Db,
  id: string,
  { search, offset }: { search: string; offset: number },
) {
  const event = await requireStaffEvent(db, id);
  const found = await listRegistrants(db, id, { search, limit: registrantsPerPage, offset });
  const { all, came } = await countRegistrants(db, id);
  const upcoming = await listStaffEvents(db, { when: 'UPCOMING', limit: 100, offset: 0 });
  const opensAt = Date.parse(event.startsAt) - eventPolicy.joinMinutes * 60_000;
  const now = await databaseNow(db);
  const hasBegun = event.status === 'LIVE' || event.status === 'ENDED';
  return {
    event,
    list: { registrants: found.results, count: found.count, all, came, search, offset },
    isDoorOpen: (event.status === 'SCHEDULED' && opensAt <= now.getTime()) || hasBegun,
    hasBegun,
    others: upcoming.results.filter((other) => other.id !== id),
  };
}

const countRegistrants = (db: Db, eventId: string) =>
  db
    .selectFrom('eventRegistration')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`count(*) filter (where status = 'ATTENDED')::int`.as('came'))
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow();

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
