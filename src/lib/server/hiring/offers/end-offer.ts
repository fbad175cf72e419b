import { sql } from 'kysely';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ApplicationAggregate, latestOffer } from '../application-aggregate.ts';

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
 * Restores the offer that a rejection has withdrawn, when staff reopen the application at its status before. An offer that
 * the candidate has declined, or that has expired, stays so: staff make another one.
 */
export async function restoreOffer(
  trx: Db,
  aggregate: ApplicationAggregate,
  to: ApplicationStatus,
): Promise<void> {
  const offer = latestOffer(aggregate);
  if (offer?.status !== 'WITHDRAWN') return;
  const status = to === 'OFFER_ACCEPTED' && offer.acceptedAt ? 'ACCEPTED' : to === 'OFFERED' ? 'OPEN' : null;
  if (!status) return;
  await trx
    .updateTable('jobOffer')
    .set({ status, endedAt: status === 'ACCEPTED' ? offer.acceptedAt : null })
    .where('id', '=', offer.id)
    .where('status', '=', 'WITHDRAWN')
    .execute();
}
