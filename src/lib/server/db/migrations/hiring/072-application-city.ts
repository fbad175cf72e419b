import { type Kysely, sql } from 'kysely';

/**
 * The place of the job that an application is for. Sent applications for a job with one place are for it. Those for a job with
 * several were sent before there was a choice, so they have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_application add column job_location_id uuid references job_location`.execute(db);
  await sql`
    update job_application a set job_location_id = single.id
    from (
      select job_id, (array_agg(job_location_id))[1] as id from job_job_location
      group by job_id having count(*) = 1) single
    where single.job_id = a.job_id and a.submitted_at is not null`.execute(db);
}
