import { sql } from 'kysely';
import { listMaximum } from '#lib/contract/core/list.ts';
import type { LiveEvent } from '#lib/contract/events/live-events.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadOwnRegistrations, selectEvents } from './event-rows.ts';
import { presentEvent } from './present-event.ts';

/** An event that a person takes part in, with the registration. */
export type OwnEvent = LiveEvent & { myRegistration: NonNullable<LiveEvent['myRegistration']> };

export interface OwnEvents {
  /** Events that are not over, by their begin; those without a date last. */
  upcoming: OwnEvent[];
  /** Events that took place and in which the person had a seat, the newest first. */
  past: OwnEvent[];
}

const isAhead = sql<boolean>`(live_event.ends_at > now() or live_event.status = 'POSTPONED')`;

/**
 * Whether a registration belongs to the lists: a cancelled one does not, a cancelled event does until it would have ended, and
 * an event that is over does for people who had a seat.
 */
const isListed = sql<boolean>`(
  event_registration.status not in ('CANCELLED', 'OFFER_EXPIRED') and ${isAhead}
  or event_registration.status in ('REGISTERED', 'ATTENDED', 'NO_SHOW') and live_event.status = 'SCHEDULED')`;

/** Lists the events of a person, at most a hundred: first those that are ahead, then past ones. [API-20] */
export async function listOwnEvents(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<OwnEvents> {
  const rows = await selectEvents(db)
    .innerJoin('eventRegistration', 'eventRegistration.eventId', 'liveEvent.id')
    .clearSelect()
    .selectAll('liveEvent')
    .select(sql<Date>`now()`.as('now'))
    .where('eventRegistration.userId', '=', id)
    .where(isListed)
    .orderBy(sql`${isAhead} desc, live_event.status = 'POSTPONED', case when ${isAhead} then starts_at end`)
    .orderBy('startsAt', 'desc')
    .limit(listMaximum)
    .execute();
  const readable = rows.filter(isReadable);
  const mine = await loadOwnRegistrations(
    db,
    readable.map((row) => row.id),
    id,
  );
  const events = readable.map((row) => ({
    isAhead: row.endsAt > row.now || row.status === 'POSTPONED',
    event: presentEvent(row, { registration: mine.get(row.id) ?? null, timeZone }, null) as OwnEvent,
  }));
  return {
    upcoming: events.flatMap((one) => (one.isAhead ? one.event : [])),
    past: events.flatMap((one) => (one.isAhead ? [] : one.event)),
  };
}
