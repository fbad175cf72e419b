import type { LiveEventCard } from '#lib/contract/events/live-events.ts';
import { periodText } from '#lib/domain/core/time-text.ts';
import { eventKindLabels } from '#lib/domain/events/event.ts';
import type { Feed } from '#lib/server/core/feed.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eventPath } from './present-event.ts';
import { listEvents, listUpdateTimes } from './search-events.ts';
import { eventSearchHref, readEventSearch } from './search-query.ts';

/** Maximum number of entries. */
const feedLength = 50;

/** Loads the events of a search. `address` has the same query as the list's page. */
export async function readEventFeed(db: Db, address: URL, siteOrigin: string): Promise<Feed> {
  const { filters } = readEventSearch(address.searchParams);
  const { results } = await listEvents(db, { ...filters, limit: feedLength, offset: 0 }, null);
  const changedAt = await listUpdateTimes(
    db,
    results.map(({ id }) => id),
  );
  const urlOf = (path: string) => new URL(path, siteOrigin).href;
  return {
    title: 'Events · Liftoff',
    description: 'Free webinars, workshops and question hours with coaches.',
    pageUrl: urlOf(eventSearchHref(filters)),
    feedUrl: urlOf(eventSearchHref(filters, 1, address.pathname)),
    items: results.map((event) => ({
      url: urlOf(eventPath(event.slug)),
      title: event.title,
      text: textOf(event),
      author: event.speakers[0]?.name ?? 'Liftoff',
      tags: [eventKindLabels[event.kind]],
      postedAt: changedAt.get(event.id) ?? new Date(event.startsAt),
    })),
  };
}

const textOf = (event: LiveEventCard): string => {
  if (event.status === 'POSTPONED') return `${event.summary} Postponed; the new date is not set yet.`;
  const time = periodText(event, event.timeZone);
  return `${event.status === 'CANCELLED' ? 'Cancelled. ' : ''}${event.summary} ${time}.`;
};
