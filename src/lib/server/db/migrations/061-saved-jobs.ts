import { type Kysely, sql } from 'kysely';

/** Jobs that people save, searches whose new jobs they get by email, and when they last got some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_job (
      user_id uuid not null references app_user on delete cascade,
      job_id uuid not null references job on delete cascade,
      saved_at timestamptz not null default now(),
      primary key (user_id, job_id)
    )`.execute(db);
  await sql`create index saved_job_latest on saved_job (user_id, saved_at)`.execute(db);

  await sql`
    create table job_alert (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      address text not null,
      filters jsonb not null,
      created_at timestamptz not null default now(),
      unique (user_id, address)
    )`.execute(db);
  // One row per person, so that one of several processes looks for new jobs, once a day.
  await sql`
    create table job_alert_round (
      user_id uuid primary key references app_user on delete cascade,
      checked_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index job_alert_round_due on job_alert_round (checked_at)`.execute(db);
  await sql`
    alter table consent
      drop constraint consent_kind_check,
      add constraint consent_kind_check
        check (kind in ('reminders', 'updates', 'offers', 'agenda', 'alerts'))`.execute(db);
}
