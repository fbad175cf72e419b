import type { APIRoute } from 'astro';
import { formatCalendarFeed } from '#lib/server/events/event-calendar.ts';
import { listCalendarEvents } from '#lib/server/events/search-events.ts';
import { readEventSearch } from '#lib/server/events/search-query.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** A calendar to subscribe to. It takes the same filters as the list. */
export const GET: APIRoute = async ({ url }) => {
  const { db, config } = await getRuntime();
  const { filters } = readEventSearch(url.searchParams);
  const events = await listCalendarEvents(db, filters);
  return new Response(formatCalendarFeed(events, config), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'public, max-age=900' },
  });
};
