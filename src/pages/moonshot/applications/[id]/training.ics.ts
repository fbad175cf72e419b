import type { APIRoute } from 'astro';
import { findOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { trainingCalendar } from '#lib/server/hiring/appointments/training-calendar.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The training as a calendar file. Responds with 404 to everybody but its candidate. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { db, config } = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified ? await findOwnAggregate(db, user.id, params.id ?? '') : null;
  const calendar = aggregate && trainingCalendar(aggregate, config.siteOrigin);
  if (!calendar) return new Response(null, { status: 404 });
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="training.ics"',
      'Cache-Control': 'no-store',
    },
  });
};
