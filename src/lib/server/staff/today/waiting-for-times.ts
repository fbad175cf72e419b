import { type RawBuilder, sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import { hasFreeSeat } from '#lib/server/hiring/seats.ts';
import type { TodayRow, TodaySource } from './today-source.ts';

/** Jobs with candidates who should choose a time or a batch while none is free, by how long they wait. */

const oneDayMs = 86_400_000;

interface Waiting {
  kind: 'TIMES' | 'SEATS';
  href: string;
  /** The table and the status of those who wait. */
  appointment: RawBuilder<unknown>;
  applicationStatus: 'INTERVIEW' | 'TRAINING';
  /** The slots or batches that those who wait for a stage of a job may choose. */
  seats: RawBuilder<unknown>;
  action: string;
}

const listWaiting = ({
  kind,
  href,
  appointment,
  applicationStatus,
  seats,
  action,
}: Waiting): TodaySource => ({
  kind,
  href,
  list: async (db, { now }, limit) => {
    const query = sql<TodayRow & { waiting: number }>`
      select job.id, min(waiting.since) as at, job.title as who, job.code as about, sum(waiting.people)::int as waiting
      from (
        select application.job_id, application.stage_key, count(*) as people,
          min(coalesce(application.replied_at, application.submitted_at)) as since
        from ${appointment} as appointment
        join job_application application on application.id = appointment.application_id
          and application.status = ${sql.lit(applicationStatus)} and application.stage_key = appointment.stage_key
        group by application.job_id, application.stage_key) waiting
      join job on job.id = waiting.job_id
      where not exists (select from ${seats} and ${hasFreeSeat})
      group by job.id order by 2, job.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, waiting, about, ...row }) => ({
      ...row,
      ...{ id: `${kind}:${id}`, kind, subjectId: id, isLate: row.at.getTime() <= now.getTime() - oneDayMs },
      about: `${about} · ${waiting === 1 ? '1 candidate waits' : `${waiting} candidates wait`}`,
      ...{ href: `${href}?jobId=${id}`, action },
    }));
  },
});

/** [API-43] */
export const waitingForInterviewTimes = listWaiting({
  kind: 'TIMES',
  href: '/staff/slots/',
  appointment: sql`(select application_id, stage_key from interview where status = 'TO_SCHEDULE')`,
  applicationStatus: 'INTERVIEW',
  seats: sql`interview_slot slot where slot.job_id = waiting.job_id
    and (slot.stage_key is null or slot.stage_key = waiting.stage_key)`,
  action: 'Add interview times',
});

/** [API-42] */
export const waitingForTrainingSeats = listWaiting({
  kind: 'SEATS',
  href: '/staff/batches/',
  appointment: sql`(select application_id, stage_key from training where status = 'TO_SET_UP')`,
  applicationStatus: 'TRAINING',
  seats: sql`training_batch batch where batch.job_id = waiting.job_id`,
  action: 'Plan a batch',
});
