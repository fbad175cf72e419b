import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { trainingFlow } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { currentTraining, loadApplicationForUpdate } from '../application-aggregate.ts';
import { notifyCandidate } from '../notify-candidate.ts';
import { recordTransition } from '../record-transition.ts';
import { lockBatches, releaseSeat, reserveSeat } from '../seats.ts';
import { buildTrainingContext, requireOpenBatch } from './training-transitions.ts';

interface ChangeBatchInput {
  batchId: string;
  /** The booked batch as the page showed it; undefined if the caller does not know. */
  currentBatchId?: string | undefined;
}

/**
 * Changes a booked training to another batch until it begins. The new seat is taken before the old one is released, in
 * one transaction, so a candidate who is too late for the new batch keeps the old one. Choosing the same batch again
 * changes nothing. Throws `NOT_FOUND`, `STALE_WRITE`, `VALIDATION_FAILED`, `TRAINING_BATCH_FULL`, `INVALID_STATE`.
 * [API-42]
 */
export async function changeBatch(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  { batchId, currentBatchId }: ChangeBatchInput,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, actor, applicationId);
  const training = currentTraining(aggregate);
  const previousId = training?.batchId ?? null;
  if (training?.status === 'SCHEDULED' && previousId === batchId) return;
  if (previousId && currentBatchId !== undefined && currentBatchId !== previousId)
    throw new HttpError('STALE_WRITE', {
      message: 'Your training is in another batch by now. Reload the page.',
    });

  const locked = await lockBatches(trx, previousId ? [batchId, previousId] : [batchId]);
  const batch = requireOpenBatch(aggregate, locked, batchId);
  const from = training?.status ?? null;
  const context = buildTrainingContext(aggregate, batch);
  const previous = locked.find(({ id }) => id === previousId);
  // Staff may have moved the old batch until it was locked.
  const hasBegun = previous !== undefined && previous.startsAt <= aggregate.now;
  const result = checkTransition(trainingFlow, 'CHANGE_BATCH', actor.type, from, { ...context, hasBegun });
  if (!result.isAllowed)
    throw result.because === 'seatsLeft' ? new HttpError('TRAINING_BATCH_FULL') : toHttpError(result, {});
  if (!training || !previous || !(await reserveSeat(trx, 'trainingBatch', batchId)))
    throw new HttpError('TRAINING_BATCH_FULL');

  const { startsAt, timeZone, version } = batch;
  await trx
    .updateTable('training')
    .set({
      ...{ batchId, toldVersion: version, toldStartsAt: startsAt },
      sequence: training.sequence + 1,
    })
    .where('id', '=', training.id)
    .where('status', '=', training.status)
    .where('batchId', '=', previous.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await releaseSeat(trx, 'trainingBatch', previous.id);

  const eventId = await recordTransition(trx, applicationId, actor, {
    subject: 'TRAINING',
    action: 'CHANGE_BATCH',
    from,
    to: result.to,
    startsAt,
    previousStartsAt: previous.startsAt,
  });
  await notifyCandidate(work, aggregate, eventId, 'CHANGE_BATCH', {
    actor,
    kind: 'appointment',
    time: { at: startsAt, timeZone },
    meeting: batch,
    previousTime: previous.startsAt,
    calendarLink: { of: 'TRAINING', label: 'ADD' },
  });
}
