import { sql } from 'kysely';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { applicationTable } from '#lib/domain/hiring/applications/application-flow.ts';
import type { Db } from '#lib/server/db/index.ts';

const { action, from, to, by } = findTransition(applicationTable, 'EXPIRE');

/**
 * Ends started applications whose 30 days have passed or whose job has closed, whichever came first, and
 * writes their history, in one statement. Runs before a person's applications are read or a new one is started;
 * without a person, for everybody's. In the order of their ids, and without those that somebody is changing now.
 */
export async function expireStarted(db: Db, userId?: string): Promise<void> {
  const whose = userId ? sql`and job_application.user_id = ${userId}` : sql``;
  await sql`
    with due as (
      select job_application.id,
        job_application.expires_at <= least(now(), job.apply_by, job.closed_at) as is_late
      from job_application join job on job.id = job_application.job_id
      where job_application.status = ${from[0]} ${whose}
        and (job_application.expires_at <= now() or job.apply_by <= now()
          or job.status in ('CLOSED', 'FILLED', 'ARCHIVED'))
      order by job_application.id
      for no key update of job_application skip locked
    ), expired as (
      update job_application set status = ${to} from due
      where job_application.id = due.id and job_application.status = ${from[0]}
      returning job_application.id, due.is_late
    )
    insert into application_event (id, application_id, action, from_status, to_status, actor_type, reason_code)
    select gen_random_uuid(), id, ${action}, ${from[0]}, ${to}, ${by[0]},
      case when is_late then 'NOT_FINISHED_IN_TIME' else 'JOB_CLOSED' end
    from expired`.execute(db);
}
