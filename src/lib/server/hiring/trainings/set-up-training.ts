import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { trainingFlow } from '#lib/domain/hiring/appointments/training-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  loadApplicationForUpdate,
} from '../applications/application-aggregate.ts';
import { currentTraining, trainingFacts } from '../applications/facts.ts';
import { recordEvent } from '../applications/record-event.ts';
import { tellCandidate } from '../applications/tell-candidate.ts';
import { lockBatch, takeSeat } from '../appointments/seats.ts';
import { toHttpError } from '../to-http-error.ts';

/**
 * A seat in a batch of the job's training (API-42). The same batch again changes nothing.
 * @throws HttpError NOT_FOUND, VALIDATION_FAILED, TRAINING_BATCH_FULL, TRAINING_ALREADY_SET_UP, INVALID_STATE
 */
export async function setUpTraining(
  work: UnitOfWork,
  by: Actor,
  applicationId: string,
  batchId: string,
): Promise<void> {
  const { trx } = work;
  const standing = await loadApplicationForUpdate(trx, by, applicationId);
  const training = currentTraining(standing);
  if (training?.status === 'SCHEDULED' && training.batchId === batchId) return;
  const batch = await requireBatch(work, standing, batchId);
  const from = training?.status ?? null;
  const verdict = checkTransition(
    trainingFlow,
    'SETUP_TRAINING',
    by.type,
    from,
    trainingFacts(standing, batch),
  );
  if (!verdict.isAllowed)
    throw verdict.because === 'seatsLeft'
      ? new HttpError('TRAINING_BATCH_FULL')
      : toHttpError(verdict, { STATUS: training ? 'TRAINING_ALREADY_SET_UP' : 'INVALID_STATE' });
  if (!training || verdict.to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');
  if (!(await takeSeat(trx, 'trainingBatch', batchId))) throw new HttpError('TRAINING_BATCH_FULL');

  const { to } = verdict;
  await trx
    .updateTable('training')
    .set({
      status: to,
      batchId,
      toldVersion: batch.version,
      toldStartsAt: batch.startsAt,
      // Staff may choose for somebody, and agree for nobody.
      ...(by.type === 'CANDIDATE' && { agreedToTermsAt: sql<Date>`now()` }),
    })
    .where('id', '=', training.id)
    .where('status', '=', training.status)
    .executeTakeFirstOrThrow();
  const { startsAt } = batch;
  const step = { subject: 'TRAINING', action: 'SETUP_TRAINING', from, to, startsAt } as const;
  const eventId = await recordEvent(trx, applicationId, by, step);
  await auditTransition(trx, by, { ...step, subjectType: 'application', subjectId: applicationId });
  await tellCandidate(work, standing, eventId, step, {
    when: { at: batch.startsAt, timeZone: batch.timeZone },
  });
}

/** Of this job, neither called off nor begun. */
async function requireBatch(
  { trx }: UnitOfWork,
  { job, now }: ApplicationAggregate,
  batchId: string,
): Promise<BatchRow> {
  const batch = await lockBatch(trx, batchId);
  if (batch && batch.jobId === job.id && !batch.cancelledAt && batch.startsAt > now) return batch;
  const message = 'Please choose one of the batches shown';
  throw new HttpError('VALIDATION_FAILED', { message, fields: { batchId: message } });
}
