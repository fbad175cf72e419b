import { type Kysely, sql } from 'kysely';

/**
 * Openings belong to a place of a job, and those of the job are their sum, which is no longer stored. The openings of an
 * existing job are spread over its places; a place has at least one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_job_location add column openings integer`.execute(db);
  await sql`
    update job_job_location place set openings = greatest(1,
      job.openings / count + case when rank <= job.openings % count then 1 else 0 end)
    from job, (
      select job_id, job_location_id, count(*) over (partition by job_id)::int as count,
        row_number() over (partition by job_id order by position) as rank
      from job_job_location) spread
    where job.id = place.job_id and spread.job_id = place.job_id
      and spread.job_location_id = place.job_location_id`.execute(db);
  await sql`alter table job_job_location alter column openings set not null,
    add constraint job_job_location_openings check (openings > 0)`.execute(db);
  await sql`alter table job drop column openings`.execute(db);
}
