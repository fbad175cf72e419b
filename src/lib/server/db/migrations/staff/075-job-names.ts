import { type Kysely, sql } from 'kysely';

/** The names of jobs in the order of select fields, which most staff pages have, without reading the jobs' long rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_names on job ((status = 'ARCHIVED'), title, code) include (id, status)`.execute(db);
}
