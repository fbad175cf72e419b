import { type Kysely, sql } from 'kysely';

/** PM Mastery: registrations for its sessions, their seats, and history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The session's file says how many seats there are, so the row only counts. One conditional update takes a seat.
  await sql`
    create table mastery_seats (
      session_id text primary key,
      taken integer not null check (taken >= 0)
    )`.execute(db);
  await sql`create sequence mastery_number`.execute(db);
  await sql`
    create table mastery_registration (
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
      session_id text not null,
      status text not null check (status in (
        'REGISTERED', 'CONFIRMED', 'COMPLETED', 'WAITLISTED', 'CANCELLED')),
      registered_at timestamptz not null default now()
    )`.execute(db);
  // A repeated registration is the same one (C-42). After a cancellation a person can register again.
  await sql`
    create unique index mastery_registration_open on mastery_registration (user_id, session_id)
    where status <> 'CANCELLED'`.execute(db);
  await sql`create index mastery_registration_of_session on mastery_registration (session_id, status, id)`.execute(
    db,
  );
  await sql`
    create table mastery_event (
      id uuid primary key,
      registration_id uuid not null references mastery_registration on delete cascade,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('CANDIDATE', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index mastery_event_of_registration on mastery_event (registration_id, at)`.execute(db);
  for (const [table, key] of [
    ['mastery_registration', 'id'],
    ['mastery_event', 'id'],
    ['mastery_seats', 'session_id'],
  ] as const)
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change(${sql.lit(key)})`.execute(db);
}
