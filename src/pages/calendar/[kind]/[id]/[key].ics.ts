import type { APIRoute } from 'astro';
import { findCalendar } from '#lib/server/hiring/appointments/calendar-link.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The calendar file of an interview or a training, for whoever has the link of its mail. Responds with 404 for a wrong link. */
export const GET: APIRoute = async ({ params: { kind = '', id = '', key = '' } }) => {
  const { db, config } = await getRuntime();
  const calendar = await findCalendar(db, config, { kind, id, key });
  if (!calendar) return new Response(null, { status: 404 });
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="liftoff-${kind}.ics"`,
      'Cache-Control': 'no-store',
    },
  });
};
