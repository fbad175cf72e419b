import type { StaffApplication, StaffOffer } from '#lib/contract/staff/applications.ts';
import type { ApplicationAggregate, OfferRow } from '#lib/server/hiring/application-aggregate.ts';
import { listAllowedActions } from '#lib/server/hiring/applications/allowed-actions.ts';
import { presentOffer } from '#lib/server/hiring/offers/present-offer.ts';

/** Presents an offer with what only staff see. */
export const presentStaffOffer = (offer: OfferRow, names: ReadonlyMap<string, string>): StaffOffer => ({
  ...presentOffer(offer),
  awardPdfUrl: `/staff/applications/${offer.applicationId}/offer.pdf?version=${offer.version}`,
  madeBy: names.get(offer.createdById) ?? null,
  endedAt: offer.endedAt?.toISOString() ?? null,
  declineNote: offer.declineNote,
});

/** Returns whether staff can make or replace an offer now; null after the application has ended. */
export const findOfferAction = (aggregate: ApplicationAggregate): StaffApplication['offerAction'] =>
  listAllowedActions(aggregate, 'STAFF').find(
    ({ action }) => action === 'MAKE_OFFER' || action === 'REPLACE_OFFER',
  ) ?? null;
