import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type TrainingAction,
  type TrainingStatus,
  trainingFlow,
} from '#lib/domain/hiring/appointments/training-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import {
  type Actor,
  systemActor,
  type TransitionNotes,
  type UnitOfWork,
} from '#lib/server/core/unit-of-work.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type ApplicationAggregate,
  loadApplicationForUpdate,
  lockApplication,
  type TrainingRow,
} from '../applications/application-aggregate.ts';
import { currentTraining, trainingFacts } from '../applications/facts.ts';
import { recordEvent, type Step } from '../applications/record-event.ts';
import { tellCandidate } from '../applications/tell-candidate.ts';
import { giveBackSeat } from '../appointments/seats.ts';
import { toHttpError } from '../to-http-error.ts';
import { beginTrainings } from './begin-trainings.ts';

/** The steps of a training after it has a batch. */
export type TrainingMove = Extract<
  TrainingAction,
  'MOVE_BATCH' | 'COMPLETE_TRAINING' | 'MISS_TRAINING' | 'OFFER_TRAINING_AGAIN' | 'GIVE_UP_SEAT'
>;

/**
 * One step of the training that an application is in, by staff. A first miss is forgiven in the same breath, and told
 * in one message.
 * @throws HttpError NOT_FOUND, INVALID_STATE
 */
export async function moveTraining(
  work: UnitOfWork,
  by: Actor,
  applicationId: string,
  action: TrainingMove,
  notes: TransitionNotes = {},
): Promise<TrainingStatus> {
  const { trx } = work;
  await lockApplication(trx, by, applicationId);
  await beginTrainings(trx, { applicationId });
  const standing = await loadApplicationForUpdate(trx, by, applicationId);
  if (action !== 'MISS_TRAINING' || !isForgiven(standing))
    return moveTrainingOf(work, by, standing, action, notes);
  const { publicNote, ...others } = notes;
  await moveTrainingOf(work, by, standing, action, { ...others, isQuiet: true });
  const missed = await loadApplicationForUpdate(trx, by, applicationId);
  return moveTrainingOf(work, systemActor, missed, 'OFFER_TRAINING_AGAIN', {
    publicNote: publicNote ?? null,
  });
}

function isForgiven(standing: ApplicationAggregate): boolean {
  const facts = trainingFacts(standing);
  const missed = { ...facts, missedCount: facts.missedCount + 1 };
  return checkTransition(trainingFlow, 'OFFER_TRAINING_AGAIN', 'SYSTEM', 'MISSED', missed).isAllowed;
}

/** The same for an application that the caller has locked; a quiet one is part of a change that is told already. */
export async function moveTrainingOf(
  work: UnitOfWork,
  by: Actor,
  standing: ApplicationAggregate,
  action: TrainingMove,
  { isQuiet = false, ...notes }: TransitionNotes & { isQuiet?: boolean } = {},
): Promise<TrainingStatus> {
  const { trx } = work;
  const training = currentTraining(standing);
  const from = training?.status ?? null;
  const verdict = checkTransition(trainingFlow, action, by.type, from, trainingFacts(standing));
  if (!verdict.isAllowed) throw toHttpError(verdict, {});
  if (!training || verdict.to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');

  const { to } = verdict;
  const isLeft = to === 'TO_SET_UP';
  const written = await trx
    .updateTable('training')
    .set({
      status: to,
      ...(isLeft && { batchId: null }),
      ...(to === 'MISSED' && { missedCount: sql<number>`missed_count + 1` }),
      ...(action === 'MOVE_BATCH' &&
        training.batch && { toldVersion: training.batch.version, toldStartsAt: training.batch.startsAt }),
    })
    .where('id', '=', training.id)
    .where('status', '=', training.status)
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new HttpError('INVALID_STATE');
  if (isLeft && training.batchId) await giveBackSeat(trx, 'trainingBatch', training.batchId);

  const { id } = standing.application;
  const step = { subject: 'TRAINING', action, from, to, ...movedTime(action, training) } as const;
  const eventId = await recordEvent(trx, id, by, step, notes);
  await auditTransition(trx, by, { subjectType: 'application', subjectId: id, action, from, to }, notes);
  if (isQuiet) return to;
  const { batch } = training;
  const hasTime = action === 'MOVE_BATCH' || action === 'GIVE_UP_SEAT';
  await tellCandidate(
    work,
    standing,
    eventId,
    { action },
    {
      ...notes,
      when: hasTime && batch ? { at: batch.startsAt, timeZone: batch.timeZone } : null,
      before: training.toldStartsAt,
    },
  );
  return to;
}

/** A batch that is held elsewhere at the same time has no other time to name. */
function movedTime(action: TrainingMove, { batch, toldStartsAt }: TrainingRow): Partial<Step> {
  if (action !== 'MOVE_BATCH' || !batch || batch.startsAt.getTime() === toldStartsAt?.getTime()) return {};
  return { startsAt: batch.startsAt, previousStartsAt: toldStartsAt };
}
