import { sql } from 'kysely';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { isOfferOver } from '#lib/domain/hiring/applications/return-target.ts';
import type { OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ApplicationAggregate, latestOffer, type OfferRow } from '../application-aggregate.ts';

/** The status that an offer gets when its application ends or staff withdraw it. */
const statusAfter: Partial<Record<ApplicationAction, OfferStatus>> = {
  REPLACE_OFFER: 'REPLACED',
  WITHDRAW_OFFER: 'WITHDRAWN',
  REJECT: 'WITHDRAWN',
  WITHDRAW: 'DECLINED',
};

/** Ends the open or accepted offer of an application that the caller has locked, where a transition ends it. */
export async function endOffer(
  trx: Db,
  aggregate: ApplicationAggregate,
  action: ApplicationAction,
): Promise<void> {
  const status = statusAfter[action];
  const offer = latestOffer(aggregate);
  if (!status || !offer) return;
  await trx
    .updateTable('jobOffer')
    .set({ status, endedAt: sql<Date>`now()` })
    .where('id', '=', offer.id)
    .where('status', 'in', ['OPEN', 'ACCEPTED'])
    .execute();
}

/**
 * Restores the offer that a rejection has withdrawn, when staff reopen or resume the application: `status` is the one that it has
 * now, or had before the hold that it is back in. An offer that is over stays so, and one whose time ran out during the hold
 * expires: staff make another one.
 */
export async function restoreOffer(
  trx: Db,
  aggregate: ApplicationAggregate,
  status: ApplicationStatus | null,
): Promise<void> {
  const offer = latestOffer(aggregate);
  if (!offer) return;
  const hasRunOut = offer.expiresAt <= aggregate.now;
  if (offer.status === 'OPEN' && hasRunOut) await setStatus(trx, offer, 'EXPIRED', aggregate.now);
  if (offer.status !== 'WITHDRAWN' || isOfferOver(status, { ...offer, hasRunOut })) return;
  if (status === 'OFFERED') await setStatus(trx, offer, 'OPEN', null);
  if (status === 'OFFER_ACCEPTED') await setStatus(trx, offer, 'ACCEPTED', offer.acceptedAt);
}

async function setStatus(trx: Db, offer: OfferRow, status: OfferStatus, endedAt: Date | null): Promise<void> {
  await trx
    .updateTable('jobOffer')
    .set({ status, endedAt })
    .where('id', '=', offer.id)
    .where('status', '=', offer.status)
    .execute();
}
