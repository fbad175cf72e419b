import type { APIRoute } from 'astro';
import { findOwnEnrolment } from '#lib/server/enrolment/find-enrolments.ts';
import { respondWithReceipt } from '#lib/server/enrolment/receipt-pdf.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The receipt as a PDF. Responds with 404 to everybody but its learner, and until the seat is confirmed. */
export const GET: APIRoute = async ({ locals, params }) => {
  const runtime = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified ? await findOwnEnrolment(runtime, user.id, params.id ?? '') : null;
  return respondWithReceipt(aggregate);
};
