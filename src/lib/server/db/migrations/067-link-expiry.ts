import { type Kysely, sql } from 'kysely';

/**
 * An expired link of an employer stays expired when the clock goes back (C-19). An alert reports each posting of a job once
 * and finds one that became visible late, and a person whose round has failed does not delay the others (C-41).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table employer_link add column expired_at timestamptz`.execute(db);
  await sql`
    create index employer_link_unexpired on employer_link (expires_at)
    where expired_at is null and revoked_at is null`.execute(db);
  await sql`alter table job_alert_round add column failed_at timestamptz`.execute(db);
  await sql`
    create table job_alert_report (
      user_id uuid not null references app_user on delete cascade,
      job_id uuid not null references job on delete cascade,
      posted_at timestamptz not null,
      primary key (user_id, job_id, posted_at)
    )`.execute(db);
  await sql`create index job_alert_report_of_job on job_alert_report (job_id)`.execute(db);
}
