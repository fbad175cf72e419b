import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { SlotPattern, staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { interviewModeProblem } from '#lib/domain/hiring/appointments/meeting-place.ts';
import { availabilityProblem, type SlotTime, slotTimes } from '#lib/domain/hiring/appointments/slot-times.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { requireFreeInterviewer } from './interviewer-slots.ts';

type CreateSlotsResponse = ResponseOf<(typeof staffAppointmentRoutes)['POST /api/v1/staff/slots/create/']>;

/**
 * Turns weekly availability into interview slots and returns how many were created. Slots that exist already, or whose
 * time has passed, are not created, and none if the interviewer has another slot at one of the times. Throws
 * VALIDATION_FAILED. [API-43]
 */
export async function createSlots(
  db: Db,
  staffId: string,
  pattern: SlotPattern,
): Promise<CreateSlotsResponse> {
  const problem = availabilityProblem(pattern);
  if (problem)
    throw new HttpError('VALIDATION_FAILED', { message: problem.message, fields: [problem.field] });
  const all = slotTimes(pattern);
  return db.transaction().execute(async (trx) => {
    await lockInterviewJob(trx, pattern);
    const now = await databaseNow(trx);
    const future = all.filter(({ startsAt }) => startsAt > now);
    if (!future.length)
      throw new HttpError('VALIDATION_FAILED', {
        message: 'All of these times have passed',
        fields: ['toDate'],
      });
    const fresh = await findNewTimes(trx, pattern, future);
    if (pattern.interviewerId) await requireFreeInterviewer(trx, pattern.interviewerId, fresh);
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
      await recordStaffAudit(trx, staffId, 'slot.CREATE', pattern.jobId, {
        created: fresh.length,
        fromDate,
        toDate,
      });
    }
    return {
      isPreview: pattern.isPreview,
      created: fresh.length,
      existing: future.length - fresh.length,
      past: all.length - future.length,
      days: groupByDay(fresh, pattern.timeZone),
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
  interviewerId = null,
}: SlotPattern) => ({
  jobId,
  stageKey,
  timeZone,
  mode,
  joinUrl,
  address,
  instructions,
  capacity,
  interviewerId,
});

/** Locks the job, so that two requests at once do not create the same slots. */
async function lockInterviewJob(trx: Db, { jobId, stageKey, mode }: SlotPattern): Promise<void> {
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
  const message = interviewModeProblem(interviews, stageKey, mode);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields: ['mode'] });
}

async function findNewTimes(
  trx: Db,
  { jobId, stageKey, interviewerId = null }: SlotPattern,
  all: SlotTime[],
): Promise<SlotTime[]> {
  const [first] = all;
  const last = all.at(-1);
  if (!first || !last) return [];
  const rows = await trx
    .selectFrom('interviewSlot')
    .select('startsAt')
    .where('jobId', '=', jobId)
    .where(sql<boolean>`stage_key is not distinct from ${stageKey}`)
    .where(sql<boolean>`interviewer_id is not distinct from ${interviewerId}::uuid`)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>=', first.startsAt)
    .where('startsAt', '<=', last.startsAt)
    .execute();
  const existing = new Set(rows.map(({ startsAt }) => startsAt.getTime()));
  return all.filter(({ startsAt }) => !existing.has(startsAt.getTime()));
}

function groupByDay(times: readonly SlotTime[], timeZone: string): CreateSlotsResponse['days'] {
  const days = Map.groupBy(times, ({ startsAt }) => localDate(startsAt, timeZone));
  return [...days].map(([date, slots]) => ({
    date,
    startsAt: slots.map(({ startsAt }) => startsAt.toISOString()),
  }));
}
