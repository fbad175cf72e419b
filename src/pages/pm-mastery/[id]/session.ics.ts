import type { APIRoute } from 'astro';
import { findOwnMastery } from '#lib/server/enrolment/mastery/find-own-mastery.ts';
import { respondWithSessionCalendar } from '#lib/server/enrolment/mastery/session-calendar.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The session as a calendar file. Responds with 404 to everybody but its person. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { db, config } = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified ? await findOwnMastery(db, user.id, params.id ?? '') : null;
  return respondWithSessionCalendar(aggregate, config);
};
