import type { ApplicationGuardContext, OfferGuardContext } from './application-guards.ts';
import type { ApplicationStatus } from './application-status.ts';

/** Where RESUME and REOPEN lead: back to where the application was, and never to an offer that cannot be answered. */

/**
 * Returns whether an application cannot go back to an offer: its candidate has declined it, or its time to answer has passed. An
 * offer that a rejection has withdrawn is restored, see `restoreOffer`.
 */
export function isOfferOver(previous: ApplicationStatus | null, offer: OfferGuardContext | null): boolean {
  if (!offer) return false;
  const { status, hasRunOut, acceptedAt } = offer;
  if (previous === 'OFFERED') return hasRunOut || (status !== 'OPEN' && status !== 'WITHDRAWN');
  const isAccepted = status === 'ACCEPTED' || (status === 'WITHDRAWN' && acceptedAt !== null);
  return previous === 'OFFER_ACCEPTED' && !isAccepted;
}

type ReturnContext = Pick<ApplicationGuardContext, 'heldFrom' | 'endedFrom' | 'offer'>;
type ReturnAction = 'RESUME' | 'REOPEN';

/** Returns the status before the hold or before the end, or null if there is none. */
export const findStatusBefore = (
  { heldFrom, endedFrom }: ReturnContext,
  action: ReturnAction,
): ApplicationStatus | null => (action === 'RESUME' ? heldFrom : endedFrom);

/** Returns the offer whose place an application returns to, because it is over; null for every other return. */
export function findOfferLeft(context: ReturnContext, action: string): OfferGuardContext | null {
  if (action !== 'RESUME' && action !== 'REOPEN') return null;
  return isOfferOver(findStatusBefore(context, action), context.offer) ? context.offer : null;
}

/** Returns whether an offer is over because nobody answered it in time. */
export const hasLastDayPassed = (offer: OfferGuardContext | null): boolean =>
  offer ? offer.hasRunOut && offer.status !== 'DECLINED' : false;
