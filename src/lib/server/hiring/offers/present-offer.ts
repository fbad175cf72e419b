import type { Offer } from '#lib/contract/hiring/offer-schemas.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { offerStatusLabels } from '#lib/domain/hiring/offers/offer.ts';
import { mediaPath } from '#lib/domain/media/media.ts';
import { type ApplicationAggregate, latestOffer, type OfferRow } from '../application-aggregate.ts';

/** Presents an offer to its candidate and staff. */
export function presentOffer(row: OfferRow): Offer {
  const { status, letter } = row;
  const endedAt = row.endedAt?.toISOString() ?? null;
  return {
    version: row.version,
    status,
    statusLabel: offerStatusLabels[status],
    annualPay: row.annualPay,
    currency: row.currency,
    joiningOn: row.joiningOn,
    location: row.location,
    workMode: row.workMode,
    terms: row.terms,
    letter: letter && { mediaId: letter.id, name: letter.name, url: mediaPath(letter.id, letter.name) },
    awardPdfUrl: letter
      ? mediaPath(letter.id, letter.name)
      : `/moonshot/applications/${row.applicationId}/offer.pdf`,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    acceptedName: row.acceptedName,
    declinedAt: status === 'DECLINED' ? endedAt : null,
    declineReason: row.declineReason,
  };
}

const statusesWithOffer: readonly ApplicationStatus[] = [
  'OFFERED',
  'OFFER_ACCEPTED',
  'OFFER_DECLINED',
  'OFFER_EXPIRED',
  'HIRED',
];

/** Returns the offer that the candidate sees: not one that was withdrawn, or answered before staff reopened the application. */
export function findShownOffer(aggregate: ApplicationAggregate): OfferRow | null {
  const { status } = aggregate.application;
  const offer = latestOffer(aggregate);
  if (!offer || !statusesWithOffer.includes(status) || offer.status === 'WITHDRAWN') return null;
  return status === 'OFFERED' && offer.status !== 'OPEN' ? null : offer;
}
