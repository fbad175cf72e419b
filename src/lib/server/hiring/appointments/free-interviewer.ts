import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { SlotTime } from '#lib/domain/hiring/appointments/slot-times.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Requires that an interviewer is active and has no other slot at these times, of a job or as an expert. Locks the
 * interviewer until the transaction ends, so that two requests at once cannot give one person two interviews at the same
 * time. Throws VALIDATION_FAILED with the time and the subject of the other slot. [API-43] [C-42]
 */
export async function requireFreeInterviewer(
  trx: Db,
  interviewerId: string,
  times: readonly SlotTime[],
  { exceptSlotId = null, isExpert = false }: { exceptSlotId?: string | null; isExpert?: boolean } = {},
): Promise<void> {
  const interviewer = await trx
    .selectFrom('interviewer')
    .select('isActive')
    .where('id', '=', interviewerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!interviewer?.isActive) throw rejectInterviewer('Please choose an active interviewer');
  const overlap = await describeOverlap(trx, interviewerId, times, exceptSlotId);
  if (overlap)
    throw rejectInterviewer(
      `${overlap} Choose other times or another ${isExpert ? 'expert' : 'interviewer'}.`,
    );
}

/**
 * Returns a sentence about another slot that an interviewer has at these times, or null if there is none; with `isBooked`
 * only about one that somebody has. The caller has locked the interviewer. [API-43] [C-42]
 */
export async function describeOverlap(
  trx: Db,
  interviewerId: string,
  times: readonly SlotTime[],
  exceptSlotId: string | null,
  { isBooked = false } = {},
): Promise<string | null> {
  const other = await findOverlap(trx, interviewerId, times, { exceptSlotId, isBooked });
  if (!other) return null;
  const time = dateTimeText(other.startsAt, other.timeZone);
  const what = other.taken > 0 ? 'another interview' : 'a free slot';
  return `${other.interviewer} has ${what} at that time: ${time}, ${other.jobTitle ?? 'mock interview'}.`;
}

/** Locks interviewers by id, before any of their slots: the order in which all transactions lock them. [C-42] */
export async function lockInterviewers(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select from interviewer where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
}

const rejectInterviewer = (message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: { interviewerId: message } });

/** A separate statement after the lock, so that it reads what its previous holder has committed. */
async function findOverlap(
  trx: Db,
  interviewerId: string,
  times: readonly SlotTime[],
  { exceptSlotId, isBooked }: { exceptSlotId: string | null; isBooked: boolean },
) {
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last) return null;
  const rows = await trx
    .selectFrom('interviewSlot')
    .innerJoin('interviewer', 'interviewer.id', 'interviewSlot.interviewerId')
    .leftJoin('job', 'job.id', 'interviewSlot.jobId')
    .select('interviewer.name as interviewer')
    .select(['startsAt', 'endsAt', 'taken', 'timeZone', 'job.title as jobTitle'])
    .where('interviewerId', '=', interviewerId)
    .where('cancelledAt', 'is', null)
    // A slot takes at most 8 hours (migration 030), so both bounds of the index are known.
    .where('startsAt', '>', sql<Date>`${first.startsAt}::timestamptz - interval '8 hours'`)
    .where('startsAt', '<', last.endsAt)
    .where('endsAt', '>', first.startsAt)
    .$if(exceptSlotId !== null, (query) => query.where('interviewSlot.id', '!=', exceptSlotId ?? ''))
    .$if(isBooked, (query) => query.where('taken', '>', 0))
    .orderBy('startsAt')
    .execute();
  const overlaps = (row: SlotTime) =>
    times.some((time) => time.startsAt < row.endsAt && row.startsAt < time.endsAt);
  return rows.find(overlaps) ?? null;
}
