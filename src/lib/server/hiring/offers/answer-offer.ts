import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { offerRoutes } from '#lib/contract/hiring/offers.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  latestOffer,
  loadApplicationForUpdate,
  type OfferRow,
} from '../application-aggregate.ts';
import { moveLockedApplication } from '../applications/move-application.ts';
import { presentApplication } from '../applications/present-application.ts';

const path = 'POST /api/v1/moonshot/job-applications/{jobApplicationId}/';
type AcceptInput = BodyOf<(typeof offerRoutes)[`${typeof path}accept-offer/`]>;
type DeclineInput = BodyOf<(typeof offerRoutes)[`${typeof path}decline-offer/`]>;

/**
 * Accepts the version of the offer that the candidate has read, by one write that also checks its status and its time. The
 * typed name, the time and the network are stored. A repeat changes nothing. Throws `NOT_FOUND`, `OFFER_EXPIRED`,
 * `STALE_WRITE`, `INVALID_STATE`. [API-42]
 */
export async function acceptOffer(
  work: UnitOfWork,
  userId: string,
  applicationId: string,
  { version, name }: AcceptInput,
  network: string,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(work.trx, candidateActor(userId), applicationId);
  if (isAnswered(aggregate, version, 'ACCEPTED')) return;
  await answer(work, aggregate, version, {
    status: 'ACCEPTED',
    acceptedAt: sql<Date>`now()`,
    acceptedName: name,
    acceptedNetwork: network,
  });
  await moveLockedApplication(work, candidateActor(userId), aggregate, 'ACCEPT_OFFER');
}

/** Declines the version of the offer that the candidate has read, with a reason. Repeats and errors are as in `acceptOffer`. */
export async function declineOffer(
  work: UnitOfWork,
  userId: string,
  applicationId: string,
  { version, reason, note = null }: DeclineInput,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(work.trx, candidateActor(userId), applicationId);
  if (isAnswered(aggregate, version, 'DECLINED')) return;
  await answer(work, aggregate, version, { status: 'DECLINED', declineReason: reason, declineNote: note });
  const notes = { reasonCode: reason, privateNote: note };
  await moveLockedApplication(work, candidateActor(userId), aggregate, 'DECLINE_OFFER', notes);
}

/** Returns whether the candidate has given this answer to this version already. */
function isAnswered(aggregate: ApplicationAggregate, version: number, status: Answer['status']): boolean {
  const offer = latestOffer(aggregate);
  const { status: applicationStatus } = aggregate.application;
  return (
    offer?.version === version &&
    offer.status === status &&
    (applicationStatus === 'OFFER_ACCEPTED' || applicationStatus === 'OFFER_DECLINED')
  );
}

type Answer = { status: 'ACCEPTED' | 'DECLINED' } & Partial<
  { acceptedAt: RawBuilder<Date> } & Pick<
    OfferRow,
    'declineReason' | 'declineNote' | 'acceptedName' | 'acceptedNetwork'
  >
>;

/** Writes the answer if this version is open and its time has not passed. */
async function answer(
  { trx }: UnitOfWork,
  aggregate: ApplicationAggregate,
  version: number,
  columns: Answer,
): Promise<void> {
  const answered = await trx
    .updateTable('jobOffer')
    .set({ ...columns, endedAt: sql<Date>`now()` })
    .where('applicationId', '=', aggregate.application.id)
    .where('version', '=', version)
    .where('status', '=', 'OPEN')
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (!answered) throw createAnswerError(aggregate, version);
}

function createAnswerError(aggregate: ApplicationAggregate, version: number): HttpError {
  const offer = latestOffer(aggregate);
  if (!offer) return new HttpError('INVALID_STATE', { message: 'There is no offer to answer.' });
  if (offer.version !== version && offer.status === 'OPEN')
    return new HttpError('STALE_WRITE', {
      message: 'The employer has changed this offer. Read the new one before you answer.',
      extra: { current: presentApplication(aggregate) },
    });
  if (offer.status === 'EXPIRED' || (offer.status === 'OPEN' && offer.expiresAt <= aggregate.now))
    return new HttpError('OFFER_EXPIRED');
  const message =
    offer.status === 'WITHDRAWN'
      ? 'The employer has withdrawn this offer.'
      : 'You have answered this offer already.';
  return new HttpError('INVALID_STATE', { message });
}
