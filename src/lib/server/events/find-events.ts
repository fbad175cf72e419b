import { validate as isUuid } from 'uuid';
import type { LiveEvent } from '#lib/contract/events/live-events.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  createEventNotFoundError,
  type LiveEventRow,
  loadOwnRegistrations,
  selectEvents,
  type ViewerId,
} from './event-rows.ts';
import { presentEvent } from './present-event.ts';

interface EventViewer {
  id: ViewerId;
  timeZone?: string | undefined;
}

/** Finds a public event by its id or slug with everything that its page shows; null for a draft and an unknown one. */
export async function findEvent(db: Db, idOrSlug: string, viewer: EventViewer): Promise<LiveEvent | null> {
  const row = await findPublicEvent(db, idOrSlug);
  if (!row) return null;
  const mine = await loadOwnRegistrations(db, [row.id], viewer.id);
  const replacedBy = row.replacedById ? await findPublicEvent(db, row.replacedById) : null;
  return presentEvent(row, { registration: mine.get(row.id) ?? null, timeZone: viewer.timeZone }, replacedBy);
}

/** Returns the event. Throws `EVENT_NOT_FOUND`. */
export async function requireEvent(db: Db, idOrSlug: string, viewer: EventViewer): Promise<LiveEvent> {
  const event = await findEvent(db, idOrSlug, viewer);
  if (!event) throw createEventNotFoundError();
  return event;
}

/** Finds the row of a public event by its id or slug. */
export async function findPublicEvent(db: Db, idOrSlug: string): Promise<LiveEventRow | null> {
  const column = isUuid(idOrSlug) ? 'id' : 'slug';
  // PostgreSQL rejects some characters that a path may contain, such as a NUL byte.
  if (column === 'slug' && !/^[a-z0-9-]{1,120}$/.test(idOrSlug)) return null;
  const row = await selectEvents(db)
    .where(column, '=', idOrSlug)
    .where('status', '!=', 'DRAFT')
    .executeTakeFirst();
  return row ?? null;
}

/** Finds an event as its page shows it to a visitor, a draft too; null for an unknown id. Only staff may see it. */
export async function findEventPreview(db: Db, id: string): Promise<LiveEvent | null> {
  const row = isUuid(id) ? await selectEvents(db).where('id', '=', id).executeTakeFirst() : null;
  return row ? presentEvent(row, { registration: null, timeZone: undefined }, null) : null;
}

/** Lists the public events that search engines may show. */
export const listEventAddresses = (db: Db): Promise<{ slug: string; updatedAt: Date }[]> =>
  db
    .selectFrom('liveEvent')
    .select(['slug', 'updatedAt'])
    .where('status', 'in', ['SCHEDULED', 'POSTPONED'])
    .orderBy('startsAt', 'desc')
    .limit(1000)
    .execute();
