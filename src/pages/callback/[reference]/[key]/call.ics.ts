import type { APIRoute } from 'astro';
import { callbackCalendar, findCallback } from '#lib/server/leads/callback-page.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The call as a calendar file. Responds with 404 for a wrong link. */
export const GET: APIRoute = async ({ params: { reference = '', key = '' } }) => {
  const { db, config } = await getRuntime();
  const request = await findCallback(db, config, { reference, key });
  if (!request) return new Response(null, { status: 404 });
  return new Response(await callbackCalendar(db, config, request), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="liftoff-call.ics"',
      'Cache-Control': 'no-store',
    },
  });
};
