import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import {
  hasLink,
  hasPlace,
  linkMissing,
  type Meeting,
  placeMissing,
} from '#lib/domain/hiring/appointments/meeting-place.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { TrainingBatchTable } from '#lib/server/db/schema/appointments.ts';
import { notifyBatch } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { runStaffActionSteps, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { staffActor } from '../applications/move-applications.ts';
import { lockUpcoming } from './cancel-appointment.ts';

type Calls = typeof staffAppointmentRoutes;
type NewBatch = BodyOf<Calls['POST /api/v1/staff/batches/create/']>;
type Patch = BodyOf<Calls['PATCH /api/v1/staff/batches/{batchId}/update/']>;

/**
 * Creates a training batch and returns its id. A job has one batch of a title and a time, so a repeated request returns
 * the existing one. Throws VALIDATION_FAILED. [API-42]
 */
export async function createBatch(
  db: Db,
  staffId: string,
  batch: NewBatch,
): Promise<{ id: string; isExisting: boolean }> {
  return db.transaction().execute(async (trx) => {
    checkTimes(batch, await databaseNow(trx));
    await lockTrainingJob(trx, batch.jobId);
    const existing = await findExisting(trx, batch);
    if (existing) return { id: existing, isExisting: true };
    const id = uuidv7();
    await trx
      .insertInto('trainingBatch')
      .values({ ...batch, id, cancelledAt: null, cancelNote: null })
      .execute();
    await recordStaffAudit(trx, staffId, 'batch.CREATE', id, { title: batch.title });
    return { id, isExisting: false };
  });
}

async function findExisting(trx: Db, { jobId, title, startsAt }: NewBatch): Promise<string | null> {
  const row = await trx
    .selectFrom('trainingBatch')
    .select('id')
    .where('jobId', '=', jobId)
    .where('title', '=', title)
    .where('startsAt', '=', new Date(startsAt))
    .where('cancelledAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Updates a batch, and notifies everybody who has a seat when its time or place has changed.
 * Throws NOT_FOUND, VALIDATION_FAILED or INVALID_STATE. [API-42]
 */
export async function updateBatch(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  patch: Patch,
): Promise<void> {
  await runStaffActionSteps(deps, staffId, 'batch.UPDATE', async (runWork) => {
    const isMoved = await runWork(({ trx }) => writePatch(trx, staffId, id, patch));
    if (isMoved) await notifyBatch(runWork, staffActor(staffId), id);
  });
}

/** Writes the fields that differ. Returns whether the people with a seat must be notified. */
async function writePatch(trx: Db, staffId: string, id: string, patch: Patch): Promise<boolean> {
  await lockUpcoming(trx, 'batch', id);
  const row = await trx
    .selectFrom('trainingBatch')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const changed = changesOf(row, patch);
  const { startsAt = row.startsAt, endsAt = row.endsAt } = changed;
  checkTimes({ startsAt, endsAt }, row.now);
  const { mode = row.mode, joinUrl = row.joinUrl, address = row.address } = changed;
  checkMeetingPlace({ mode, joinUrl, address });
  if (patch.capacity !== undefined && patch.capacity < row.taken)
    throw new HttpError('VALIDATION_FAILED', {
      message: `${row.taken} seats are taken already`,
      fields: ['capacity'],
    });
  const names = Object.keys(changed) as (keyof Patch)[];
  const isMoved = names.some((name) => notifiedFields.includes(name));
  if (names.length)
    await trx
      .updateTable('trainingBatch')
      .set({ ...changed, ...(isMoved && { version: nextVersion(id) }) })
      .where('id', '=', id)
      .execute();
  const from = Object.fromEntries(names.map((name) => [name, row[name]]));
  await recordStaffAudit(trx, staffId, 'batch.UPDATE', id, { fields: names, from, to: changed });
  return isMoved;
}

/** A version that nobody with a seat was told, also not one of a change that was undone. */
const nextVersion = (batchId: string) => sql<number>`1 + greatest(training_batch.version,
  (select max(told_version) from training where training.batch_id = ${batchId}))`;

/** Candidates are notified of changes to these. The link to join is shown on their page shortly before it begins. */
const notifiedFields: readonly (keyof Patch)[] = ['startsAt', 'endsAt', 'timeZone', 'mode', 'address'];

/** Returns the fields of the patch that differ from the row. */
function changesOf(row: Selectable<TrainingBatchTable>, patch: Patch): Patch {
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  const values = { ...patch };
  for (const name of ['startsAt', 'endsAt'] as const)
    if (values[name] !== undefined) values[name] = new Date(values[name]).toISOString();
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== text(row[name as keyof Patch]);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

function checkTimes(
  { startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string },
  now: Date,
): void {
  if (new Date(startsAt) <= now)
    throw new HttpError('VALIDATION_FAILED', { message: 'This time has passed', fields: ['startsAt'] });
  if (new Date(endsAt) <= new Date(startsAt))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Choose an end after the start',
      fields: ['endsAt'],
    });
}

/** The contract validates the fields of a patch one by one, so what they make together is checked here. */
function checkMeetingPlace(batch: Meeting): void {
  const fields = {
    ...(!hasLink(batch) && { joinUrl: linkMissing }),
    ...(!hasPlace(batch) && { address: placeMissing }),
  };
  if (Object.keys(fields).length) throw new HttpError('VALIDATION_FAILED', { fields });
}

/** Locks the job, so that two requests at once do not create the same batch. */
async function lockTrainingJob(trx: Db, jobId: string): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select('stages')
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const message = job ? 'This job has no training stage' : 'Please choose a job';
  if (!job?.stages.some(({ kind }) => kind === 'TRAINING'))
    throw new HttpError('VALIDATION_FAILED', { message, fields: ['jobId'] });
}
