import { type Kysely, sql } from 'kysely';

/** Candidates' details, staff, and the data of an application after it is started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await registrations(db);
  await staff(db);
  await jobs(db);
  await applications(db);
  await trainings(db);
  await interviews(db);
}

async function registrations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table candidate_registration (
      user_id uuid primary key references app_user on delete cascade,
      status text not null check (status in (
        'REGISTERED', 'DETAILS_IN_PROGRESS', 'DETAILS_SUBMITTED', 'VERIFIED', 'NEEDS_CORRECTION')),
      consented_at timestamptz not null default now(),
      submitted_at timestamptz,
      updated_at timestamptz not null default now(),
      current_location_id uuid references job_location,
      preferred_location_ids jsonb not null default '[]',
      willing_to_relocate boolean,
      highest_qualification text,
      degree text,
      college text,
      graduation_year integer,
      total_experience_months integer check (total_experience_months >= 0),
      current_company text,
      "current_role" text,
      expected_salary integer check (expected_salary >= 0),
      currency text,
      notice_period_days integer check (notice_period_days >= 0),
      languages jsonb not null default '[]',
      shift_preference jsonb not null default '[]',
      has_laptop_and_internet boolean,
      resume_media_id uuid references media on delete set null,
      linkedin_url text,
      industries jsonb not null default '[]'
    )`.execute(db);

  await sql`
    create table registration_event (
      id uuid primary key,
      user_id uuid not null references candidate_registration on delete cascade,
      at timestamptz not null default clock_timestamp(),
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      reason_code text,
      public_note text,
      private_note text
    )`.execute(db);
  await sql`create index registration_event_of_user on registration_event (user_id, at)`.execute(db);
}

async function staff(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_role (
      user_id uuid not null references app_user on delete cascade,
      role text not null check (role in ('staff', 'admin')),
      granted_at timestamptz not null default now(),
      primary key (user_id, role)
    )`.execute(db);

  // Rows are kept after the person or the subject is deleted, because they record who did what.
  await sql`
    create table audit_event (
      id uuid primary key,
      at timestamptz not null default now(),
      actor_id uuid not null,
      action text not null,
      subject_type text not null,
      subject_id uuid not null,
      details jsonb not null default '{}'
    )`.execute(db);
  await sql`create index audit_event_at on audit_event (at, id)`.execute(db);
  await sql`create index audit_event_of_subject on audit_event (subject_type, subject_id, at)`.execute(db);
  await sql`create index audit_event_of_actor on audit_event (actor_id, at)`.execute(db);
}

async function jobs(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job
      add column questions jsonb not null default '[]',
      add constraint job_reply check (reply_within_hours between 1 and 24)`.execute(db);
  await sql`create index job_of_location on job_job_location (job_location_id, job_id)`.execute(db);
  // The index contains every column of the public list, so counting and sorting jobs does not read their long
  // rows.
  await sql`
    create index job_listed on job ((coalesce(closed_at, apply_by)))
    include (id, status, apply_by, closed_at, posted_at, family, level, work_mode)
    where status not in ('DRAFT', 'ARCHIVED')`.execute(db);
}

async function applications(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_application
      add column answers jsonb not null default '[]',
      add column cover_note text,
      add column portfolio_slug text,
      add column resume_media_id uuid references media on delete set null,
      add column candidate_snapshot jsonb,
      add column replied_at timestamptz,
      add column hold_from_status text,
      add constraint job_application_hold check ((status = 'ON_HOLD') = (hold_from_status is not null))`.execute(
    db,
  );
  // Staff read applications by status, the earliest due reply first, and each page continues where the last
  // one ended.
  await sql`create index job_application_queue on job_application (status, reply_due_at, id)`.execute(db);
  await sql`create index job_application_job_queue on job_application (job_id, status, reply_due_at, id)`.execute(
    db,
  );
  await sql`drop index job_application_of_job`.execute(db);
  // Drafts that expire are queried every ten minutes and before each read.
  await sql`create index job_application_expiry on job_application (expires_at) where status = 'STARTED'`.execute(
    db,
  );

  // The clock's time instead of the transaction's, so that several events of one transaction are read in
  // their order.
  await sql`
    alter table application_event
      alter column at set default clock_timestamp(),
      add column subject text not null default 'APPLICATION'
        check (subject in ('APPLICATION', 'TRAINING', 'INTERVIEW')),
      add column action text,
      add column starts_at timestamptz,
      add column previous_starts_at timestamptz`.execute(db);
  // Expired applications are notified later by a scheduled task.
  await sql`create index application_event_ended on application_event (at) where action = 'EXPIRE'`.execute(
    db,
  );
}

async function trainings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table training_batch (
      id uuid primary key,
      job_id uuid not null references job on delete cascade,
      title text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      time_zone text not null,
      mode text not null check (mode in ('ONLINE', 'IN_PERSON', 'HYBRID')),
      join_url text,
      address text,
      capacity integer not null check (capacity > 0),
      taken integer not null default 0,
      cancelled_at timestamptz,
      cancel_note text,
      version integer not null default 0,
      constraint training_batch_seats check (taken between 0 and capacity)
    )`.execute(db);
  await sql`create index training_batch_of_job on training_batch (job_id, starts_at)`.execute(db);
  await sql`create index training_batch_list on training_batch (starts_at, id)`.execute(db);
  // Cancelled batches with people who have not been notified yet.
  await sql`create index training_batch_called_off on training_batch (id) where cancelled_at is not null and taken > 0`.execute(
    db,
  );

  await sql`
    create table training (
      id uuid primary key,
      application_id uuid not null references job_application on delete cascade,
      stage_key text not null,
      status text not null check (status in ('TO_SET_UP', 'SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'MISSED')),
      batch_id uuid references training_batch,
      missed_count integer not null default 0,
      agreed_to_terms_at timestamptz,
      told_version integer not null default 0,
      told_starts_at timestamptz,
      unique (application_id, stage_key),
      constraint training_seat check ((status = 'TO_SET_UP') = (batch_id is null))
    )`.execute(db);
  await sql`create index training_of_batch on training (batch_id, status)`.execute(db);
}

async function interviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table interview_slot (
      id uuid primary key,
      job_id uuid not null references job on delete cascade,
      stage_key text,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at and ends_at - starts_at <= interval '8 hours'),
      time_zone text not null,
      mode text not null check (mode in ('VIDEO', 'PHONE', 'IN_PERSON')),
      join_url text,
      address text,
      instructions text,
      capacity integer not null check (capacity > 0),
      taken integer not null default 0,
      cancelled_at timestamptz,
      cancel_note text,
      constraint interview_slot_seats check (taken between 0 and capacity)
    )`.execute(db);
  await sql`create index interview_slot_of_job on interview_slot (job_id, starts_at)`.execute(db);
  await sql`create index interview_slot_list on interview_slot (starts_at, id) include (ends_at)`.execute(db);
  await sql`create index interview_slot_called_off on interview_slot (id) where cancelled_at is not null and taken > 0`.execute(
    db,
  );

  // A cancelled interview keeps its slot's id for the calendar entry that removes it. It does not occupy a
  // seat.
  await sql`
    create table interview (
      id uuid primary key,
      application_id uuid not null references job_application on delete cascade,
      stage_key text not null,
      status text not null check (status in ('TO_SCHEDULE', 'SCHEDULED', 'COMPLETED', 'NO_SHOW', 'CANCELLED')),
      slot_id uuid references interview_slot,
      reschedules_used integer not null default 0,
      uid text not null unique,
      sequence integer not null default 0,
      unique (application_id, stage_key),
      constraint interview_seat check (status not in ('SCHEDULED', 'COMPLETED', 'NO_SHOW') or slot_id is not null)
    )`.execute(db);
  await sql`create index interview_of_slot on interview (slot_id, status)`.execute(db);
}
