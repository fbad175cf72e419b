import type { APIRoute } from 'astro';
import { respondWithAwardLetter } from '#lib/server/enrolment/scholarship/award-letter.ts';
import { findOwnScholarship } from '#lib/server/enrolment/scholarship/find-scholarships.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The award letter as a PDF. Responds with 404 to everybody but its person. */
export const GET: APIRoute = async ({ locals, params }) => {
  const runtime = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified
    ? await findOwnScholarship(runtime, user.id, params.id ?? '')
    : null;
  return respondWithAwardLetter(aggregate);
};
