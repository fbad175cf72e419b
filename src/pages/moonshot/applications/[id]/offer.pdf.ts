import type { APIRoute } from 'astro';
import { findOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { respondWithOfferLetter } from '#lib/server/hiring/offers/offer-letter.ts';
import { findShownOffer } from '#lib/server/hiring/offers/present-offer.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The letter of the offer as a PDF. Responds with 404 to everybody but its candidate, and while there is no offer. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { db } = await getRuntime();
  const { user } = locals;
  const aggregate = user?.isPhoneVerified ? await findOwnAggregate(db, user.id, params.id ?? '') : null;
  return respondWithOfferLetter(aggregate, aggregate && findShownOffer(aggregate));
};
