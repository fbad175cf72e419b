import { type Kysely, sql } from 'kysely';

/** Employers, their jobs, and the applications to them with their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table employer (
      id uuid primary key,
      slug text not null unique,
      name text not null,
      logo text,
      website text,
      about text not null
    )`.execute(db);

  await sql`
    create table job_location (
      id uuid primary key,
      city text not null,
      region text not null,
      country_iso_code text not null,
      time_zone text not null,
      unique (city, region, country_iso_code)
    )`.execute(db);

  await sql`
    create table job (
      id uuid primary key,
      slug text not null unique,
      code text not null unique,
      title text not null,
      family text not null,
      level text not null,
      employer_id uuid not null references employer,
      employment_type text not null,
      work_mode text not null,
      shift text not null,
      openings integer not null check (openings > 0),
      salary_min integer not null check (salary_min >= 0),
      salary_max integer not null check (salary_max >= salary_min),
      salary_currency text not null,
      salary_period text not null,
      salary_is_public boolean not null default true,
      summary text not null,
      description text not null,
      responsibilities jsonb not null,
      requirements jsonb not null,
      benefits jsonb not null,
      eligibility jsonb not null,
      training jsonb,
      stages jsonb not null check (jsonb_array_length(stages) > 0),
      posted_at timestamptz not null default now(),
      apply_by timestamptz not null,
      closed_at timestamptz,
      reply_within_hours integer not null default 24,
      status text not null check (status in ('DRAFT', 'OPEN', 'PAUSED', 'CLOSED', 'FILLED', 'ARCHIVED'))
    )`.execute(db);
  await sql`create index job_listing on job (status, apply_by)`.execute(db);

  await sql`
    create table job_job_location (
      job_id uuid not null references job on delete cascade,
      job_location_id uuid not null references job_location,
      position integer not null,
      primary key (job_id, job_location_id)
    )`.execute(db);

  await sql`create sequence job_application_number`.execute(db);
  await sql`
    create table job_application (
      id uuid primary key,
      number text not null unique,
      user_id uuid not null references app_user on delete cascade,
      job_id uuid not null references job,
      previous_application_id uuid references job_application on delete set null,
      status text not null check (status in (
        'STARTED', 'SUBMITTED', 'IN_REVIEW', 'SHORTLISTED', 'TRAINING', 'INTERVIEW', 'OFFERED', 'ON_HOLD',
        'HIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED')),
      stage_key text not null,
      started_at timestamptz not null default now(),
      expires_at timestamptz not null,
      submitted_at timestamptz,
      reply_due_at timestamptz,
      decided_at timestamptz
    )`.execute(db);
  // One open application per person and job, even if the button is pressed several times at once (C-42).
  await sql`
    create unique index job_application_open on job_application (user_id, job_id)
    where status not in ('HIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED')`.execute(db);
  await sql`create index job_application_of_user on job_application (user_id, started_at)`.execute(db);
  await sql`create index job_application_of_job on job_application (job_id, status)`.execute(db);

  await sql`
    create table application_event (
      id uuid primary key,
      application_id uuid not null references job_application on delete cascade,
      at timestamptz not null default now(),
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      reason_code text,
      public_note text,
      private_note text
    )`.execute(db);
  await sql`create index application_event_of_application on application_event (application_id, at)`.execute(
    db,
  );
}
