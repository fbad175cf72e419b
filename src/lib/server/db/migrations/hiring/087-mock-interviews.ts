import { type Kysely, sql } from 'kysely';

/**
 * Experts, who share slots, seats and calendar files with the interviewers of jobs, and the mock interviews that are booked
 * with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await experts(db);
  await mockInterviews(db);
  await invites(db);
  for (const table of ['expert', 'mock_interview']) await recordChangesOf(db, table);
  await recordChangesOf(db, 'mock_interview_event');
}

/** A slot belongs to a job or to an expert. */
async function experts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table expert (
      id uuid primary key,
      user_id uuid not null unique references app_user on delete cascade,
      coach_slug text not null,
      -- One row for all interviews that a person holds, so that no two of them overlap.
      interviewer_id uuid not null unique references interviewer,
      is_active boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index expert_of_coach on expert (coach_slug) where is_active`.execute(db);
  await sql`
    alter table interview_slot
      alter column job_id drop not null,
      add column expert_id uuid references expert on delete cascade,
      add constraint interview_slot_owner check (num_nonnulls(job_id, expert_id) = 1)`.execute(db);
  // The list of the slots of jobs is counted from the index alone.
  await sql`drop index interview_slot_list`.execute(db);
  await sql`
    create index interview_slot_list on interview_slot (starts_at, id) include (ends_at, job_id)`.execute(db);
  await sql`
    create index interview_slot_of_expert on interview_slot (expert_id, starts_at)
    where expert_id is not null`.execute(db);
}

async function mockInterviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mock_interview (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      expert_id uuid not null references expert on delete cascade,
      program_slug text not null,
      status text not null check (status in ('BOOKED', 'COMPLETED', 'NO_SHOW', 'CANCELLED')),
      slot_id uuid not null references interview_slot,
      role text not null,
      focus jsonb not null,
      resume_media_id uuid references media on delete set null,
      portfolio_slug text,
      note text,
      uid text not null unique,
      sequence integer not null default 0,
      booked_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index mock_interview_open on mock_interview (user_id, program_slug)
    where status = 'BOOKED'`.execute(db);
  await sql`create index mock_interview_of_user on mock_interview (user_id, id)`.execute(db);
  await sql`create index mock_interview_of_slot on mock_interview (slot_id)`.execute(db);
  await sql`create index mock_interview_of_expert on mock_interview (expert_id, id)`.execute(db);
  await sql`
    create index mock_interview_resume on mock_interview (resume_media_id)
    where resume_media_id is not null`.execute(db);
  await sql`
    create table mock_interview_event (
      id uuid primary key,
      mock_interview_id uuid not null references mock_interview on delete cascade,
      at timestamptz not null default now(),
      action text not null,
      from_status text,
      to_status text not null,
      starts_at timestamptz not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'EXPERT', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      public_note text,
      undone_at timestamptz
    )`.execute(db);
  await sql`
    create index mock_interview_event_of_interview on mock_interview_event (mock_interview_id, id)`.execute(
    db,
  );
  // A draft until it is shared. The candidate sees shared feedback only.
  await sql`
    create table mock_interview_feedback (
      mock_interview_id uuid primary key references mock_interview on delete cascade,
      criteria jsonb not null default '[]',
      recommendation text,
      summary text not null default '',
      next_steps jsonb not null default '[]',
      version integer not null default 1,
      updated_at timestamptz not null default now(),
      shared_at timestamptz
    )`.execute(db);
}

/** The calendar file of an interviewer is about an interview of a job or a mock interview. */
async function invites(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table interviewer_invite
      alter column interview_id drop not null,
      add column mock_interview_id uuid references mock_interview on delete cascade,
      add constraint interviewer_invite_subject check (num_nonnulls(interview_id, mock_interview_id) = 1)`.execute(
    db,
  );
  await sql`
    create index interviewer_invite_of_mock_interview on interviewer_invite (mock_interview_id)
    where mock_interview_id is not null`.execute(db);
}

/** Changes by staff can be undone. */
async function recordChangesOf(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create trigger record_change after insert or update or delete on ${sql.table(table)}
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
