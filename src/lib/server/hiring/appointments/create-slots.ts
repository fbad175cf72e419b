import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CreatedSlots } from '#lib/contract/hiring/availability.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import {
  type Availability,
  availabilityProblem,
  type SlotTime,
  slotTimes,
} from '#lib/domain/hiring/appointments/slot-times.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable } from '#lib/server/db/schema/appointments.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireFreeInterviewer } from './free-interviewer.ts';

/** The columns that all slots of one availability share. Those of a job and those of an expert differ in the owner only. */
export type SlotColumns = Pick<
  Insertable<InterviewSlotTable>,
  'timeZone' | 'mode' | 'joinUrl' | 'address' | 'instructions' | 'capacity'
> & {
  jobId: string | null;
  stageKey: string | null;
  expertId: string | null;
  interviewerId: string | null;
};

/**
 * Turns weekly availability into slots, for an owner that the caller has locked, and returns how many were created. Slots
 * that exist already, or whose time has passed, are not created, and none if the interviewer has another slot at one of the
 * times. Throws VALIDATION_FAILED. [API-43]
 */
export async function createSlotsOf(
  trx: Db,
  columns: SlotColumns,
  availability: Availability & { isPreview: boolean },
): Promise<CreatedSlots> {
  const problem = availabilityProblem(availability);
  if (problem)
    throw new HttpError('VALIDATION_FAILED', { message: problem.message, fields: [problem.field] });
  const all = slotTimes(availability);
  const now = await databaseNow(trx);
  const future = all.filter(({ startsAt }) => startsAt > now);
  if (!future.length)
    throw new HttpError('VALIDATION_FAILED', {
      message: 'All of these times have passed',
      fields: ['toDate'],
    });
  const fresh = await findNewTimes(trx, columns, future);
  if (columns.interviewerId)
    await requireFreeInterviewer(trx, columns.interviewerId, fresh, { isExpert: columns.expertId !== null });
  if (!availability.isPreview && fresh.length)
    await trx
      .insertInto('interviewSlot')
      .values(fresh.map((time) => ({ ...columns, ...time, id: uuidv7() })))
      .execute();
  return {
    isPreview: availability.isPreview,
    created: fresh.length,
    existing: future.length - fresh.length,
    past: all.length - future.length,
    days: groupByDay(fresh, availability.timeZone),
  };
}

async function findNewTimes(
  trx: Db,
  { jobId, expertId, stageKey, interviewerId }: SlotColumns,
  all: SlotTime[],
): Promise<SlotTime[]> {
  const [first] = all;
  const last = all.at(-1);
  if (!first || !last) return [];
  const rows = await trx
    .selectFrom('interviewSlot')
    .select('startsAt')
    .where((where) => (expertId ? where('expertId', '=', expertId) : where('jobId', '=', jobId)))
    .where(sql<boolean>`stage_key is not distinct from ${stageKey}`)
    .where(sql<boolean>`interviewer_id is not distinct from ${interviewerId}::uuid`)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>=', first.startsAt)
    .where('startsAt', '<=', last.startsAt)
    .execute();
  const existing = new Set(rows.map(({ startsAt }) => startsAt.getTime()));
  return all.filter(({ startsAt }) => !existing.has(startsAt.getTime()));
}

function groupByDay(times: readonly SlotTime[], timeZone: string): CreatedSlots['days'] {
  const days = Map.groupBy(times, ({ startsAt }) => localDate(startsAt, timeZone));
  return [...days].map(([date, slots]) => ({
    date,
    startsAt: slots.map(({ startsAt }) => startsAt.toISOString()),
  }));
}
