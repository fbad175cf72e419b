import type { APIRoute } from 'astro';
import { respondWithOfferLetter } from '#lib/server/hiring/offers/offer-letter.ts';
import { getRuntime } from '#lib/server/runtime.ts';
import { requireApplication } from '#lib/server/staff/hiring/applications/find-applications.ts';
import { loadOrNull } from '#lib/server/staff/staff-form.ts';

export const prerender = false;

/** The letter of one version of an offer as a PDF, for staff; the middleware hides it from everybody else. */
export const GET: APIRoute = async ({ params, url }) => {
  const { db } = await getRuntime();
  const aggregate = await loadOrNull(() => requireApplication(db, params.id ?? ''));
  const version = Number(url.searchParams.get('version'));
  const offer = aggregate?.offers.find((one) => one.version === version) ?? null;
  return respondWithOfferLetter(aggregate, offer);
};
