import type { APIRoute } from 'astro';
import { formatEventCalendar } from '#lib/server/events/event-calendar.ts';
import { findPublicEvent } from '#lib/server/events/find-events.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The calendar file of an event. It has nothing about a person. */
export const GET: APIRoute = async ({ params }) => {
  const { db, config } = await getRuntime();
  const event = await findPublicEvent(db, params.slug ?? '');
  if (!event) return new Response(null, { status: 404 });
  return new Response(formatEventCalendar(event, config), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${event.slug}.ics"`,
      'Cache-Control': 'no-store',
    },
  });
};
