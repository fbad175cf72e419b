import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { SlotPattern, staffAppointmentRoutes } from '#lib/contract/staff/staff-appointments.ts';
import { wallDate } from '#lib/domain/core/zoned-time.ts';
import { availabilityProblem, type SlotTime, slotTimes } from '#lib/domain/hiring/appointments/slot-times.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type Given, releaseSlot } from '#lib/server/hiring/appointments/follow-seats.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { byStaff } from '../applications/move-applications.ts';
import { audit } from '../jobs/write-job.ts';

type Outcome = ResponseOf<(typeof staffAppointmentRoutes)['POST /api/v1/staff/slots/create/']>;

/**
 * Weekly availability → slots. Sent twice, the second one makes none; what has passed is not made either.
 * @throws HttpError VALIDATION_FAILED
 */
export async function createSlots(db: Db, staffId: string, pattern: SlotPattern): Promise<Outcome> {
  const problem = availabilityProblem(pattern);
  if (problem)
    throw new HttpError('VALIDATION_FAILED', { message: problem.message, fields: [problem.field] });
  const all = slotTimes(pattern);
  return db.transaction().execute(async (trx) => {
    await lockInterviewJob(trx, pattern);
    const now = await databaseNow(trx);
    const ahead = all.filter(({ startsAt }) => startsAt > now);
    if (!ahead.length)
      throw new HttpError('VALIDATION_FAILED', {
        message: 'All of these times have passed',
        fields: ['toDate'],
      });
    const fresh = await notThereYet(trx, pattern, ahead);
    if (!pattern.isPreview && fresh.length) {
      await trx
        .insertInto('interviewSlot')
        .values(
          fresh.map((time) => ({
            ...columnsOf(pattern),
            ...time,
            id: uuidv7(),
            cancelledAt: null,
            cancelNote: null,
          })),
        )
        .execute();
      const { fromDate, toDate } = pattern;
      await audit(trx, staffId, 'slot.CREATE', pattern.jobId, { created: fresh.length, fromDate, toDate });
    }
    return {
      isPreview: pattern.isPreview,
      created: fresh.length,
      existing: ahead.length - fresh.length,
      past: all.length - ahead.length,
      days: byDay(fresh, pattern.timeZone),
    };
  });
}

const columnsOf = ({
  jobId,
  stageKey,
  timeZone,
  mode,
  joinUrl,
  address,
  instructions,
  capacity,
}: SlotPattern) => ({
  jobId,
  stageKey,
  timeZone,
  mode,
  joinUrl,
  address,
  instructions,
  capacity,
});

/** Locked, so that two presses do not make the same slots. */
async function lockInterviewJob(trx: Db, { jobId, stageKey }: SlotPattern): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select('stages')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a job', fields: ['jobId'] });
  const interviews = job.stages.filter(({ kind }) => kind === 'INTERVIEW');
  if (!interviews.length)
    throw new HttpError('VALIDATION_FAILED', { message: 'This job has no interview', fields: ['jobId'] });
  if (stageKey !== null && !interviews.some(({ key }) => key === stageKey))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Please choose one of the job’s interviews',
      fields: ['stageKey'],
    });
}

async function notThereYet(trx: Db, { jobId, stageKey }: SlotPattern, all: SlotTime[]): Promise<SlotTime[]> {
  const [first] = all;
  const last = all.at(-1);
  if (!first || !last) return [];
  const rows = await trx
    .selectFrom('interviewSlot')
    .select('startsAt')
    .where('jobId', '=', jobId)
    .where(sql<boolean>`stage_key is not distinct from ${stageKey}`)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>=', first.startsAt)
    .where('startsAt', '<=', last.startsAt)
    .execute();
  const there = new Set(rows.map(({ startsAt }) => startsAt.getTime()));
  return all.filter(({ startsAt }) => !there.has(startsAt.getTime()));
}

function byDay(times: readonly SlotTime[], timeZone: string): Outcome['days'] {
  const days = Map.groupBy(times, ({ startsAt }) => wallDate(startsAt, timeZone));
  return [...days].map(([date, slots]) => ({
    date,
    startsAt: slots.map(({ startsAt }) => startsAt.toISOString()),
  }));
}

/**
 * Whoever has a seat loses it, is told why, and chooses another time. Gives how many.
 * @throws HttpError NOT_FOUND, INVALID_STATE
 */
export async function cancelSlot(
  given: Given,
  staffId: string,
  id: string,
  publicNote: string | null,
): Promise<number> {
  await given.db.transaction().execute(async (trx) => {
    const { taken } = await lockSlot(trx, id);
    await trx
      .updateTable('interviewSlot')
      .set({ cancelledAt: sql<Date>`now()`, cancelNote: publicNote })
      .where('id', '=', id)
      .execute();
    await audit(trx, staffId, 'slot.CANCEL', id, { released: taken });
  });
  return releaseSlot(given, byStaff(staffId), id, publicNote);
}

/** One that is still to begin. */
async function lockSlot(trx: Db, id: string): Promise<{ taken: number }> {
  const row = await trx
    .selectFrom('interviewSlot')
    .select(['taken', 'cancelledAt', sql<boolean>`starts_at <= now()`.as('hasBegun')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such slot' });
  if (row.cancelledAt) throw new HttpError('INVALID_STATE', { message: 'This slot is called off already.' });
  if (row.hasBegun) throw new HttpError('INVALID_STATE', { message: 'This time has passed.' });
  return row;
}
