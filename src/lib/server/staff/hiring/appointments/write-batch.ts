import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/staff-appointments.ts';
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
import { type Given, releaseBatch, tellBatch } from '#lib/server/hiring/appointments/follow-seats.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { byStaff } from '../applications/move-applications.ts';
import { audit } from '../jobs/write-job.ts';

type Calls = typeof staffAppointmentRoutes;
type NewBatch = BodyOf<Calls['POST /api/v1/staff/batches/create/']>;
type Patch = BodyOf<Calls['PATCH /api/v1/staff/batches/{batchId}/update/']>;

/**
 * Plans a batch; of a job there is one of a title and a time, so one that is sent twice is one (API-42).
 * @throws HttpError VALIDATION_FAILED
 */
export async function createBatch(
  db: Db,
  staffId: string,
  batch: NewBatch,
): Promise<{ id: string; isExisting: boolean }> {
  return db.transaction().execute(async (trx) => {
    checkTimes(batch, await databaseNow(trx));
    await lockTrainingJob(trx, batch.jobId);
    const existing = await findPlanned(trx, batch);
    if (existing) return { id: existing, isExisting: true };
    const id = uuidv7();
    await trx
      .insertInto('trainingBatch')
      .values({ ...batch, id, cancelledAt: null, cancelNote: null })
      .execute();
    await audit(trx, staffId, 'batch.CREATE', id, { title: batch.title });
    return { id, isExisting: false };
  });
}

async function findPlanned(trx: Db, { jobId, title, startsAt }: NewBatch): Promise<string | null> {
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
 * Whoever has a seat is told when its time or place changes.
 * @throws HttpError NOT_FOUND, VALIDATION_FAILED, INVALID_STATE
 */
export async function updateBatch(given: Given, staffId: string, id: string, patch: Patch): Promise<void> {
  const isMoved = await given.db.transaction().execute(async (trx) => {
    const row = await lockBatch(trx, id);
    const changed = changesOf(row, patch);
    const { startsAt = row.startsAt, endsAt = row.endsAt } = changed;
    checkTimes({ startsAt, endsAt }, row.now);
    const { mode = row.mode, joinUrl = row.joinUrl, address = row.address } = changed;
    checkWayThere({ mode, joinUrl, address });
    if (patch.capacity !== undefined && patch.capacity < row.taken)
      throw new HttpError('VALIDATION_FAILED', {
        message: `${row.taken} seats are taken already`,
        fields: ['capacity'],
      });
    const names = Object.keys(changed) as (keyof Patch)[];
    const isMoved = names.some((name) => told.includes(name));
    if (names.length)
      await trx
        .updateTable('trainingBatch')
        .set({ ...changed, ...(isMoved && { version: row.version + 1 }) })
        .where('id', '=', id)
        .execute();
    const from = Object.fromEntries(names.map((name) => [name, row[name]]));
    await audit(trx, staffId, 'batch.UPDATE', id, { fields: names, from, to: changed });
    return isMoved;
  });
  if (isMoved) await tellBatch(given, byStaff(staffId), id);
}

/** What a candidate has to know beforehand. The link to join is on the page, shortly before. */
const told: readonly (keyof Patch)[] = ['startsAt', 'endsAt', 'timeZone', 'mode', 'address'];

/** What is not yet as it is asked for. */
function changesOf(row: Selectable<TrainingBatchTable>, patch: Patch): Patch {
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  const asked = { ...patch };
  for (const name of ['startsAt', 'endsAt'] as const)
    if (asked[name] !== undefined) asked[name] = new Date(asked[name]).toISOString();
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== text(row[name as keyof Patch]);
  return Object.fromEntries(Object.entries(asked).filter(differs));
}

/** Whoever has a seat loses it, is told, and chooses another batch. Gives how many. @throws HttpError NOT_FOUND, INVALID_STATE */
export async function cancelBatch(
  given: Given,
  staffId: string,
  id: string,
  publicNote: string | null,
): Promise<number> {
  await given.db.transaction().execute(async (trx) => {
    const { taken } = await lockBatch(trx, id);
    await trx
      .updateTable('trainingBatch')
      .set({ cancelledAt: sql<Date>`now()`, cancelNote: publicNote })
      .where('id', '=', id)
      .execute();
    await audit(trx, staffId, 'batch.CANCEL', id, { released: taken });
  });
  return releaseBatch(given, byStaff(staffId), id, publicNote);
}

/** One that is still to begin. */
async function lockBatch(trx: Db, id: string) {
  const row = await trx
    .selectFrom('trainingBatch')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such batch' });
  if (row.cancelledAt) throw new HttpError('INVALID_STATE', { message: 'This batch is called off already.' });
  if (row.startsAt <= row.now) throw new HttpError('INVALID_STATE', { message: 'This batch has begun.' });
  return row;
}

function checkTimes(
  { startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string },
  now: Date,
): void {
  if (new Date(startsAt) <= now)
    throw new HttpError('VALIDATION_FAILED', { message: 'This time has passed', fields: ['startsAt'] });
  if (new Date(endsAt) <= new Date(startsAt))
    throw new HttpError('VALIDATION_FAILED', { message: 'It ends before it begins', fields: ['endsAt'] });
}

/** Of a change, whose parts the contract sees alone. */
function checkWayThere(batch: Meeting): void {
  const fields = {
    ...(!hasLink(batch) && { joinUrl: linkMissing }),
    ...(!hasPlace(batch) && { address: placeMissing }),
  };
  if (Object.keys(fields).length) throw new HttpError('VALIDATION_FAILED', { fields });
}

/** Locked, so that two presses do not make the same batch. */
async function lockTrainingJob(trx: Db, jobId: string): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select('stages')
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const message = job ? 'This job has no stage for a training' : 'Please choose a job';
  if (!job?.stages.some(({ kind }) => kind === 'TRAINING'))
    throw new HttpError('VALIDATION_FAILED', { message, fields: ['jobId'] });
}
