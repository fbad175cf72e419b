import { type Kysely, sql } from 'kysely';

/** Finds the jobs with applications for a place, also those that are no longer offered there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_application_of_city on job_application (job_location_id, job_id)
    where job_location_id is not null`.execute(db);
}
