import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { AttendanceStatus } from '#lib/domain/hiring/appointments/attendance.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';

type Endpoint = (typeof staffBatchRoutes)['POST /api/v1/staff/batches/{batchId}/attendance/'];
type Marks = BodyOf<Endpoint>;

/** Nobody whose application has ended gets a new mark. A mark that they have can be corrected. */
const endedStatuses = sql.join(finalStatuses.map((status) => sql.lit(status)));

interface ChangedMark {
  number: string;
  previous: AttendanceStatus | null;
}

/**
 * Marks who attended on a day of a batch that has come, and returns how many marks have changed. Nobody is notified. Throws
 * NOT_FOUND, INVALID_STATE for a cancelled batch, and VALIDATION_FAILED for another day. [API-42]
 */
export async function markAttendance(
  db: Db,
  staffId: string,
  batchId: string,
  marks: Marks,
): Promise<ResponseOf<Endpoint>> {
  return db.transaction().execute(async (trx) => {
    await requireMarkableDay(trx, batchId, marks.day);
    const changed = await writeMarks(trx, staffId, batchId, marks);
    if (changed.length) await recordMarks(trx, staffId, batchId, marks, changed);
    return { changed: changed.length, ...(await countMarks(trx, batchId, marks.day)) };
  });
}

/** Locks the batch, so that it is neither moved nor cancelled meanwhile, and that marks are written one after the other. */
async function requireMarkableDay(trx: Db, batchId: string, day: string): Promise<void> {
  const { rows } = await sql<{ isCancelled: boolean; isMarkable: boolean }>`
    select cancelled_at is not null as is_cancelled,
      ${day}::date between (starts_at at time zone time_zone)::date
        and least(ends_at at time zone time_zone, now() at time zone time_zone)::date
        and starts_at <= now() as is_markable
    from training_batch where id = ${batchId} for no key update`.execute(trx);
  const [batch] = rows;
  if (!batch) throw new HttpError('NOT_FOUND', { message: 'There is no such batch' });
  if (batch.isCancelled) throw new HttpError('INVALID_STATE', { message: 'This batch is cancelled.' });
  const message = 'Choose a day of this batch, up to today. Attendance opens when the batch begins.';
  if (!batch.isMarkable) throw new HttpError('VALIDATION_FAILED', { message, fields: { day: message } });
}

/** Writes the marks that differ, and returns them with the status before. */
async function writeMarks(
  trx: Db,
  staffId: string,
  batchId: string,
  { day, status, applicationIds }: Marks,
): Promise<ChangedMark[]> {
  const isChosen = applicationIds
    ? sql`training.application_id in (${sql.join(applicationIds)})`
    : sql`mark.status is null and application.status = 'TRAINING'`;
  const change = status
    ? sql`insert into training_attendance (training_id, batch_id, day, status, marked_by_id)
        select id, ${batchId}::uuid, ${day}::date, ${status}, ${staffId}::uuid from chosen
        on conflict (training_id, batch_id, day)
          do update set status = excluded.status, marked_by_id = excluded.marked_by_id, marked_at = now()`
    : sql`delete from training_attendance using chosen
        where training_id = chosen.id and batch_id = ${batchId} and day = ${day}::date`;
  const { rows } = await sql<ChangedMark>`
    with chosen as (
      select training.id, application.number, mark.status as previous
      from training
      join job_application application on application.id = training.application_id
      left join training_attendance mark
        on mark.training_id = training.id and mark.batch_id = ${batchId} and mark.day = ${day}::date
      where (training.batch_id = ${batchId} or mark.status is not null)
        and (mark.status is not null or application.status not in (${endedStatuses}))
        and ${isChosen} and mark.status is distinct from ${status}
    ), changed as (${change} returning training_id)
    select number, previous from chosen join changed on training_id = id order by number`.execute(trx);
  return rows;
}

async function recordMarks(
  trx: Db,
  staffId: string,
  batchId: string,
  { day, status }: Marks,
  changed: readonly ChangedMark[],
): Promise<void> {
  const [first] = changed;
  const isSameForAll = changed.every(({ previous }) => previous === first?.previous);
  await recordStaffAudit(trx, staffId, 'batch.MARK_ATTENDANCE', batchId, {
    from: isSameForAll ? (first?.previous ?? 'UNMARKED') : 'MIXED',
    to: status ?? 'UNMARKED',
    day,
    applications: changed.map(({ number }) => number),
  });
}

async function countMarks(
  trx: Db,
  batchId: string,
  day: string,
): Promise<Record<'present' | 'absent', number>> {
  const { rows } = await sql<Record<'present' | 'absent', number>>`
    select count(*) filter (where status = 'PRESENT')::int as present,
      count(*) filter (where status = 'ABSENT')::int as absent
    from training_attendance where batch_id = ${batchId} and day = ${day}::date`.execute(trx);
  return rows[0] ?? { present: 0, absent: 0 };
}
