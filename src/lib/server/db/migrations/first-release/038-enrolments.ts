import { type Kysely, sql } from 'kysely';

/** Enrolments, their payments and history, and the reserved seats of the batches in src/content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The number of seats is in the batch's file, so the row only counts. One conditional update reserves a seat.
  await sql`
    create table batch_seats (
      batch_id text primary key,
      taken integer not null check (taken >= 0)
    )`.execute(db);
  await sql`create sequence enrolment_number`.execute(db);
  await enrolments(db);

  await sql`
    create table enrolment_payment (
      id uuid primary key,
      enrolment_id uuid not null references enrolment on delete cascade,
      amount integer not null check (amount > 0),
      method text not null,
      reference text not null,
      received_at timestamptz not null,
      recorded_by_id uuid not null,
      recorded_at timestamptz not null default now()
    )`.execute(db);
  // A payment that is recorded twice counts once.
  await sql`
    create unique index enrolment_payment_reference on enrolment_payment (enrolment_id, method, lower(reference))`.execute(
    db,
  );

  // The clock's time instead of the transaction's, so that several events of one transaction are read in their order.
  await sql`
    create table enrolment_event (
      id uuid primary key,
      enrolment_id uuid not null references enrolment on delete cascade,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      reason_code text,
      public_note text,
      private_note text
    )`.execute(db);
  await sql`create index enrolment_event_of_enrolment on enrolment_event (enrolment_id, at)`.execute(db);
}

async function enrolments(db: Kysely<unknown>): Promise<void> {
  // An account with an enrolment cannot be deleted, because its payments are kept as the law requires.
  await sql`
    create table enrolment (
      id uuid primary key,
      reference text not null unique,
      user_id uuid not null references app_user,
      program_slug text not null,
      batch_id text not null,
      status text not null check (status in (
        'REQUESTED', 'WAITLISTED', 'OFFERED', 'HELD', 'CONFIRMED', 'COMPLETED', 'DROPPED', 'RELEASED')),
      fee jsonb not null,
      requested_at timestamptz not null default now(),
      hold_expires_at timestamptz,
      reminded_at timestamptz,
      confirmed_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  // One open enrolment per person and programme, even if the form is submitted several times at once (C-42).
  await sql`
    create unique index enrolment_open on enrolment (user_id, program_slug)
    where status in ('REQUESTED', 'WAITLISTED', 'OFFERED', 'HELD', 'CONFIRMED')`.execute(db);
  await sql`create index enrolment_of_user on enrolment (user_id, id)`.execute(db);
  await sql`create index enrolment_list on enrolment (status, id)`.execute(db);
  await sql`create index enrolment_waitlist on enrolment (batch_id, id) where status = 'WAITLISTED'`.execute(
    db,
  );
  await sql`
    create index enrolment_expiry on enrolment (hold_expires_at) where status in ('HELD', 'OFFERED')`.execute(
    db,
  );
}
