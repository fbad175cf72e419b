import { v7 as uuidv7 } from 'uuid';
import type { NewOffer } from '#lib/contract/hiring/offer-schemas.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { StageKind } from '#lib/domain/hiring/jobs/job.ts';
import { findOfferDateErrors } from '#lib/domain/hiring/offers/offer.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  latestOffer,
  loadApplicationForUpdate,
  type OfferRow,
} from '../application-aggregate.ts';
import { moveLockedApplication } from '../applications/move-application.ts';
import { endOffer } from './end-offer.ts';

type OfferInput = NewOffer & {
  publicNote?: string | null | undefined;
  privateNote?: string | null | undefined;
};

/**
 * Makes an offer for an application, or replaces the one that the candidate has, and notifies them. The same offer sent
 * twice is made once. Throws `NOT_FOUND`, `INVALID_STATE`, `VALIDATION_FAILED`, and `STALE_WRITE` when somebody else has
 * made an offer meanwhile. [API-42]
 */
export async function makeOffer(
  work: UnitOfWork,
  staff: Actor & { id: string },
  applicationId: string,
  input: OfferInput,
): Promise<{ isExisting: boolean }> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, staff, applicationId);
  const current = latestOffer(aggregate);
  if (current && isRepeat(current, input)) return { isExisting: true };
  if (!isUnchanged(current, input)) throw createStaleError();
  const documentId = input.letter?.mediaId ?? null;
  await requireOwnDocument(trx, staff.id, documentId, 'letter');

  const action = isAtOffer(aggregate.application.status) ? 'REPLACE_OFFER' : 'MAKE_OFFER';
  const details = {
    annualPay: input.annualPay,
    ...(current && current.annualPay !== input.annualPay && { previousAnnualPay: current.annualPay }),
    joiningOn: input.joiningOn,
    ...(current && current.joiningOn !== input.joiningOn && { previousJoiningOn: current.joiningOn }),
    location: input.location,
    expiresAt: input.expiresAt,
  };
  const { publicNote = null, privateNote = null } = input;
  await endOffer(trx, aggregate, 'REPLACE_OFFER');
  const offer = await insertOffer(work, staff.id, aggregate, input);
  await moveLockedApplication(
    work,
    staff,
    aggregate,
    action,
    { publicNote, privateNote },
    { offer, details },
  );
  // Last, because a wrong status is the better answer to an offer that cannot be made at all.
  checkDates(aggregate, input);
  return { isExisting: false };
}

/** Returns whether the latest offer is as the form showed it. */
const isUnchanged = (offer: OfferRow | null, { replaces }: OfferInput): boolean =>
  offer?.version === replaces?.version && offer?.status === replaces?.status;

/** Returns whether the offer was made by the same form, which somebody has sent twice. */
const isRepeat = (offer: OfferRow, input: OfferInput): boolean =>
  offer.version === (input.replaces?.version ?? 0) + 1 &&
  offer.annualPay === input.annualPay &&
  offer.joiningOn === input.joiningOn &&
  offer.location === input.location &&
  offer.workMode === input.workMode &&
  offer.terms === (input.terms ?? '') &&
  offer.letterMediaId === (input.letter?.mediaId ?? null) &&
  offer.expiresAt.toISOString() === input.expiresAt;

const createStaleError = (): HttpError =>
  new HttpError('STALE_WRITE', {
    message: 'The offer was answered or changed meanwhile. Read it again before you replace it.',
  });

function checkDates({ now }: ApplicationAggregate, { joiningOn, expiresAt }: OfferInput): void {
  const fields = findOfferDateErrors({ joiningOn, expiresAt: new Date(expiresAt) }, now, defaultTimeZone);
  const [message] = Object.values(fields);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields });
}

async function insertOffer(
  { trx }: UnitOfWork,
  staffId: string,
  aggregate: ApplicationAggregate,
  input: OfferInput,
): Promise<OfferRow> {
  const { application } = aggregate;
  const row = await trx
    .insertInto('jobOffer')
    .values({
      id: uuidv7(),
      applicationId: application.id,
      version: (latestOffer(aggregate)?.version ?? 0) + 1,
      status: 'OPEN',
      annualPay: input.annualPay,
      currency: 'INR',
      joiningOn: input.joiningOn,
      location: input.location,
      workMode: input.workMode,
      terms: input.terms ?? '',
      letterMediaId: input.letter?.mediaId ?? null,
      expiresAt: input.expiresAt,
      ...findOrigin(aggregate),
      createdById: staffId,
      endedAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, letter: null };
}

/** Returns where an application goes when its offer is withdrawn: where it was before the first one. */
function findOrigin(aggregate: ApplicationAggregate): Pick<OfferRow, 'fromStatus' | 'fromStageKey'> {
  const { application, job } = aggregate;
  const { status, stageKey } = application;
  if (!isAtOffer(status)) return { fromStatus: status, fromStageKey: stageKey };
  const previous = latestOffer(aggregate);
  if (previous) return { fromStatus: previous.fromStatus, fromStageKey: previous.fromStageKey };
  const before = job.stages[job.stages.findIndex(({ key }) => key === stageKey) - 1];
  return { fromStatus: statusesOfStages[before?.kind ?? 'FORM'], fromStageKey: before?.key ?? stageKey };
}

const isAtOffer = (status: ApplicationStatus): boolean => status === 'OFFERED' || status === 'OFFER_ACCEPTED';

const statusesOfStages: Record<StageKind, ApplicationStatus> = {
  FORM: 'SUBMITTED',
  REVIEW: 'SHORTLISTED',
  TRAINING: 'TRAINING',
  INTERVIEW: 'INTERVIEW',
  OFFER: 'SUBMITTED',
};
