import { type Kysely, sql } from 'kysely';

/**
 * Every job and every list of applications counts who was hired for each place of a job. Without this index PostgreSQL reads all who were
 * ever hired, once for each place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_application_hired on job_application (job_id, job_location_id) where status = 'HIRED'`.execute(
    db,
  );
}
