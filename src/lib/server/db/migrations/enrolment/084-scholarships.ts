import { type Kysely, sql } from 'kysely';

/** The scholarship test: registrations with their award, seats of its times, and history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The times follow from the rules, so the row only counts. One conditional update takes a seat.
  await sql`
    create table scholarship_slot (
      slot_id text primary key,
      taken integer not null check (taken >= 0)
    )`.execute(db);
  await sql`create sequence scholarship_number`.execute(db);
  await sql`
    create table scholarship_registration (
      id uuid primary key,
      registration_number text not null unique,
      user_id uuid not null references app_user on delete cascade,
      program_slug text not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone_e164 text not null,
      current_status text not null check (current_status in ('STUDENT', 'WORKING', 'BREAK')),
      years_of_experience integer not null check (years_of_experience between 0 and 50),
      motivation text not null default '',
      time_zone text not null,
      status text not null check (status in (
        'REGISTERED', 'SLOT_BOOKED', 'SUBMITTED', 'EVALUATED', 'AWARDED', 'NOT_AWARDED')),
      registered_at timestamptz not null default now(),
      slot_id text,
      slot_starts_at timestamptz check (
        slot_starts_at >= '2000-01-01T00:00:00Z' and slot_starts_at < '2100-01-01T00:00:00Z'),
      slot_changes integer not null default 0,
      score integer,
      award_percent integer not null default 0 check (award_percent between 0 and 100),
      award_expires_at timestamptz check (
        award_expires_at >= '2000-01-01T00:00:00Z' and award_expires_at < '2100-01-01T00:00:00Z'),
      -- The enrolment whose fee the award lowers. An award lowers one. It is named before the enrolment is inserted.
      award_enrolment_id uuid unique references enrolment on delete set null deferrable initially deferred,
      -- A repeated registration is the same one (C-42).
      unique (user_id, program_slug)
    )`.execute(db);
  await sql`create index scholarship_registration_list on scholarship_registration (status, id)`.execute(db);
  await sql`
    create index scholarship_registration_upcoming on scholarship_registration (slot_starts_at)
    where status = 'SLOT_BOOKED'`.execute(db);
  // The clock's time instead of the transaction's, so that several events of one transaction are read in their order.
  await sql`
    create table scholarship_event (
      id uuid primary key,
      registration_id uuid not null references scholarship_registration on delete cascade,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      public_note text,
      private_note text,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index scholarship_event_of_registration on scholarship_event (registration_id, at)`.execute(
    db,
  );
  await tests(db);
  for (const table of ['scholarship_registration', 'scholarship_event'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}

async function tests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scholarship_test (
      registration_id uuid primary key references scholarship_registration on delete cascade,
      seed bigint not null,
      questions jsonb not null,
      started_at timestamptz not null default now(),
      ends_at timestamptz not null,
      submitted_at timestamptz,
      -- The tab that may write; another one takes over with a key of its own.
      session_key text not null,
      session_count integer not null default 1
    )`.execute(db);
  await sql`create index scholarship_test_due on scholarship_test (ends_at) where submitted_at is null`.execute(
    db,
  );
  await sql`
    create table scholarship_answer (
      registration_id uuid not null references scholarship_test on delete cascade,
      position integer not null check (position between 0 and 199),
      question_id text not null,
      choices jsonb not null,
      answer_text text not null,
      is_flagged boolean not null,
      -- A replayed or late request has a lower one, and changes nothing.
      revision integer not null,
      saved_at timestamptz not null default now(),
      -- Set when the test is marked.
      is_right boolean,
      primary key (registration_id, position)
    )`.execute(db);
  await sql`create index scholarship_answer_of_question on scholarship_answer (question_id)`.execute(db);
}
