import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type TrainingAction,
  type TrainingGuardContext,
  type TrainingStatus,
  trainingFlow,
} from '#lib/domain/hiring/appointments/training-flow.ts';
import { type Actor, systemActor, type TransitionNotes } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  currentTraining,
  loadApplicationForUpdate,
  lockApplication,
  requireApplicationAggregate,
  type TrainingRow,
} from '../application-aggregate.ts';
import { beginTrainings } from '../due-transitions.ts';
import { notifyCandidate } from '../notify-candidate.ts';
import { recordTransition, type TransitionEvent } from '../record-transition.ts';
import { lockBatches, releaseSeat, reserveSeat } from '../seats.ts';

/** Every change of a training: the choice of a batch, and the steps that staff and the system make. */

/**
 * Takes a seat in a batch of the job's training. Choosing the same batch again changes nothing. Throws `NOT_FOUND`,
 * `VALIDATION_FAILED`, `TRAINING_BATCH_FULL`, `TRAINING_ALREADY_SET_UP`, `INVALID_STATE`. [API-42]
 */
export async function setUpTraining(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  batchId: string,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, actor, applicationId);
  const training = currentTraining(aggregate);
  if (training?.status === 'SCHEDULED' && training.batchId === batchId) return;
  const batch = requireOpenBatch(aggregate, await lockBatches(trx, [batchId]), batchId);
  const from = training?.status ?? null;
  const context = buildTrainingContext(aggregate, batch);
  const result = checkTransition(trainingFlow, 'SETUP_TRAINING', actor.type, from, context);
  if (!result.isAllowed)
    throw result.because === 'seatsLeft'
      ? new HttpError('TRAINING_BATCH_FULL')
      : toHttpError(result, { STATUS: training ? 'TRAINING_ALREADY_SET_UP' : 'INVALID_STATE' });
  const { to } = result;
  if (!training || to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');
  if (!(await reserveSeat(trx, 'trainingBatch', batchId))) throw new HttpError('TRAINING_BATCH_FULL');

  await trx
    .updateTable('training')
    .set({
      status: to,
      batchId,
      toldVersion: batch.version,
      toldStartsAt: batch.startsAt,
      // The first calendar entry has sequence 0.
      sequence: training.sequence + (training.toldStartsAt ? 1 : 0),
      // Staff may choose a batch for a candidate, but cannot agree to the terms for them.
      ...(actor.type === 'CANDIDATE' && { agreedToTermsAt: sql<Date>`now()` }),
    })
    .where('id', '=', training.id)
    .where('status', '=', training.status)
    .executeTakeFirstOrThrow();
  const { startsAt, timeZone } = batch;
  const event = { subject: 'TRAINING', action: 'SETUP_TRAINING', from, to, startsAt } as const;
  const eventId = await recordTransition(trx, applicationId, actor, event);
  await notifyCandidate(work, aggregate, eventId, event.action, {
    actor,
    kind: 'appointment',
    time: { at: startsAt, timeZone },
    meeting: batch,
    calendarLink: { of: 'TRAINING', label: 'ADD' },
  });
}

/** Returns the requested one of the locked batches. Throws `VALIDATION_FAILED` if it is cancelled, has begun or is another job's. */
export function requireOpenBatch(
  { job, now }: ApplicationAggregate,
  locked: readonly BatchRow[],
  batchId: string,
): BatchRow {
  const batch = locked.find(({ id }) => id === batchId);
  if (batch && batch.jobId === job.id && !batch.cancelledAt && batch.startsAt > now) return batch;
  const message = 'Please choose one of the batches shown';
  throw new HttpError('VALIDATION_FAILED', { message, fields: { batchId: message } });
}

/** Collects the input of a training's guards. `batch` is the requested one, if the caller names one. */
export function buildTrainingContext(
  aggregate: ApplicationAggregate,
  batch?: BatchRow,
): TrainingGuardContext {
  const training = currentTraining(aggregate);
  const others = aggregate.openBatches.filter(({ id }) => id !== training?.batchId);
  const batches = batch ? [batch] : others;
  const startsAt = training?.batch?.startsAt;
  return {
    applicationStatus: aggregate.application.status,
    seatsLeft: batches.reduce((sum, { capacity, taken }) => sum + capacity - taken, 0),
    hasBegun: startsAt !== undefined && startsAt <= aggregate.now,
    missedCount: training?.missedCount ?? 0,
  };
}

/** The transitions of a training that has a batch. */
export type TrainingMove = Extract<
  TrainingAction,
  'MOVE_BATCH' | 'COMPLETE_TRAINING' | 'MISS_TRAINING' | 'OFFER_TRAINING_AGAIN' | 'GIVE_UP_SEAT'
>;

/**
 * Makes one transition of the current training. After a first miss it also offers the training again, and one
 * message says both. Throws `NOT_FOUND`, `INVALID_STATE`.
 */
export async function moveTraining(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  action: TrainingMove,
  notes: TransitionNotes = {},
): Promise<TrainingStatus> {
  const { trx } = work;
  const { userId } = await lockApplication(trx, actor, applicationId);
  await beginTrainings(trx, { applicationId });
  const aggregate = await requireApplicationAggregate(trx, applicationId, userId);
  if (action !== 'MISS_TRAINING' || !isOfferedAgain(aggregate))
    return moveLockedTraining(work, actor, aggregate, action, notes);
  const { publicNote = null, ...otherNotes } = notes;
  await moveLockedTraining(work, actor, aggregate, action, { ...otherNotes, isQuiet: true });
  const missed = await requireApplicationAggregate(trx, applicationId, userId);
  return moveLockedTraining(work, systemActor, missed, 'OFFER_TRAINING_AGAIN', { publicNote });
}

function isOfferedAgain(aggregate: ApplicationAggregate): boolean {
  const context = buildTrainingContext(aggregate);
  const afterMiss = { ...context, missedCount: context.missedCount + 1 };
  return checkTransition(trainingFlow, 'OFFER_TRAINING_AGAIN', 'SYSTEM', 'MISSED', afterMiss).isAllowed;
}

/**
 * Makes the transition for an application that the caller has locked. `isQuiet` sends no message, for a transition that
 * is part of one that the candidate is notified of.
 */
export async function moveLockedTraining(
  work: UnitOfWork,
  actor: Actor,
  aggregate: ApplicationAggregate,
  action: TrainingMove,
  { isQuiet = false, ...notes }: TransitionNotes & { isQuiet?: boolean } = {},
): Promise<TrainingStatus> {
  const { trx } = work;
  const training = currentTraining(aggregate);
  const from = training?.status ?? null;
  const result = checkTransition(trainingFlow, action, actor.type, from, buildTrainingContext(aggregate));
  if (!result.isAllowed) throw toHttpError(result, {});
  const { to } = result;
  if (!training || to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');

  const { batch } = training;
  const losesSeat = to === 'TO_SET_UP';
  const updated = await trx
    .updateTable('training')
    .set({
      status: to,
      ...(losesSeat && { batchId: null }),
      ...((losesSeat || action === 'MOVE_BATCH') && { sequence: training.sequence + 1 }),
      ...(to === 'MISSED' && { missedCount: sql<number>`missed_count + 1` }),
      ...(action === 'MOVE_BATCH' && batch && { toldVersion: batch.version, toldStartsAt: batch.startsAt }),
    })
    .where('id', '=', training.id)
    .where('status', '=', training.status)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  if (losesSeat && training.batchId) await releaseSeat(trx, 'trainingBatch', training.batchId);

  const event = { subject: 'TRAINING', action, from, to, ...getChangedTimes(action, training) } as const;
  const eventId = await recordTransition(trx, aggregate.application.id, actor, event, notes);
  if (isQuiet) return to;
  const namesTime = action === 'MOVE_BATCH' || action === 'GIVE_UP_SEAT';
  await notifyCandidate(work, aggregate, eventId, action, {
    actor,
    kind: 'appointment',
    ...notes,
    time: namesTime && batch ? { at: batch.startsAt, timeZone: batch.timeZone } : null,
    previousTime: training.toldStartsAt,
    meeting: action === 'MOVE_BATCH' ? batch : null,
    ...(namesTime && {
      calendarLink: { of: 'TRAINING', label: action === 'MOVE_BATCH' ? 'ADD' : 'REMOVE' } as const,
    }),
  });
  return to;
}

/** Returns both times of a batch that has moved, or nothing if only its place has changed. */
function getChangedTimes(
  action: TrainingMove,
  { batch, toldStartsAt }: TrainingRow,
): Partial<TransitionEvent> {
  if (action !== 'MOVE_BATCH' || !batch || batch.startsAt.getTime() === toldStartsAt?.getTime()) return {};
  return { startsAt: batch.startsAt, previousStartsAt: toldStartsAt };
}
