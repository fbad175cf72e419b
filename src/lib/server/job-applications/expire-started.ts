import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/**
 * Ends started applications whose 30 days have passed or whose job has closed, and writes their history, in
 * one statement. Runs before a person's applications are read or a new one is started; without a person, for
 * everybody's.
 */
export async function expireStarted(db: Db, userId?: string): Promise<void> {
  const whose = userId ? sql`and job_application.user_id = ${userId}` : sql``;
  await sql`
    with expired as (
      update job_application set status = 'EXPIRED' from job
      where job.id = job_application.job_id and job_application.status = 'STARTED' ${whose}
        and (job_application.expires_at <= now() or job.apply_by <= now()
          or job.status in ('CLOSED', 'FILLED', 'ARCHIVED'))
      returning job_application.id, job_application.expires_at <= now() as is_late
    )
    insert into application_event (id, application_id, from_status, to_status, actor_type, reason_code)
    select gen_random_uuid(), id, 'STARTED', 'EXPIRED', 'SYSTEM',
      case when is_late then 'NOT_FINISHED_IN_TIME' else 'JOB_CLOSED' end
    from expired`.execute(db);
}
