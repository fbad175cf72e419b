import type { APIRoute } from 'astro';
import { findOwnScholarship } from '#lib/server/enrolment/scholarship/find-scholarships.ts';
import { respondWithTestCalendar } from '#lib/server/enrolment/scholarship/test-calendar.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The test as a calendar file. Responds with 404 to everybody but its person. */
export const GET: APIRoute = async ({ locals, params }) => {
  const runtime = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified
    ? await findOwnScholarship(runtime, user.id, params.id ?? '')
    : null;
  return respondWithTestCalendar(aggregate, runtime.config);
};
