import type { APIRoute } from 'astro';
import { validate as isUuid } from 'uuid';
import { loadEnrolments } from '#lib/server/enrolment/enrolment-aggregate.ts';
import { respondWithReceipt } from '#lib/server/enrolment/receipt-pdf.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The receipt as a PDF, for staff; the middleware hides it from everybody else. */
export const GET: APIRoute = async ({ params }) => {
  const { db } = await getRuntime();
  const { id = '' } = params;
  const [aggregate = null] = isUuid(id) ? await loadEnrolments(db, [id]) : [];
  return respondWithReceipt(aggregate);
};
