import { type Kysely, sql } from 'kysely';

/** Live events, the registrations of people, the history of both, and the feedback. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await events(db);
  await registrations(db);
  await histories(db);
  await sql`
    create table event_feedback (
      registration_id uuid primary key references event_registration on delete cascade,
      rating integer not null check (rating between 1 and 5),
      suggestion text not null default '',
      at timestamptz not null default now()
    )`.execute(db);
  for (const table of [
    'live_event',
    'event_registration',
    'live_event_history',
    'event_registration_history',
  ])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}

async function events(db: Kysely<unknown>): Promise<void> {
  // LIVE and ENDED follow from the times, so they are no stored status.
  await sql`
    create table live_event (
      id uuid primary key,
      slug text not null unique,
      title text not null,
      kind text not null check (kind in ('WEBINAR', 'WORKSHOP', 'MASTERCLASS', 'AMA', 'INFO_SESSION')),
      program_type text,
      summary text not null,
      description text not null,
      takeaways jsonb not null default '[]',
      agenda jsonb not null default '[]',
      speakers jsonb not null default '[]',
      starts_at timestamptz not null check (starts_at between '2000-01-01' and '2099-12-31'),
      ends_at timestamptz not null check (ends_at > starts_at and ends_at <= '2099-12-31'),
      previous_starts_at timestamptz,
      time_zone text not null,
      mode text not null check (mode in ('ONLINE', 'IN_PERSON', 'HYBRID')),
      venue text,
      join_url text,
      capacity integer check (capacity > 0),
      taken integer not null default 0 check (taken >= 0 and (capacity is null or taken <= capacity)),
      registration_closes_at timestamptz not null,
      waitlist_enabled boolean not null default true,
      status text not null check (status in ('DRAFT', 'SCHEDULED', 'POSTPONED', 'CANCELLED')),
      cancel_reason text,
      replaced_by_id uuid references live_event,
      recording_url text,
      slides_url text,
      gives_certificate boolean not null default false,
      sequence integer not null default 0,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index live_event_times on live_event (ends_at) where status <> 'DRAFT'`.execute(db);
}

async function registrations(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence event_registration_number`.execute(db);
  await sql`create sequence event_waitlist_position`.execute(db);
  // One row per person and event, even if the form is submitted several times at once (C-42).
  await sql`
    create table event_registration (
      id uuid primary key,
      number text not null unique,
      event_id uuid not null references live_event,
      user_id uuid not null references app_user on delete cascade,
      status text not null check (status in (
        'REGISTERED', 'WAITLISTED', 'OFFERED', 'OFFER_EXPIRED', 'CANCELLED', 'ATTENDED', 'NO_SHOW')),
      registered_at timestamptz not null default now(),
      waitlist_position bigint,
      offer_expires_at timestamptz,
      sequence integer not null default 0,
      unique (event_id, user_id)
    )`.execute(db);
  await sql`create index event_registration_of_user on event_registration (user_id, id)`.execute(db);
  await sql`create index event_registration_list on event_registration (event_id, status, id)`.execute(db);
  await sql`
    create index event_registration_waitlist on event_registration (event_id, waitlist_position)
    where status = 'WAITLISTED'`.execute(db);
  await sql`
    create index event_registration_offers on event_registration (offer_expires_at) where status = 'OFFERED'`.execute(
    db,
  );
}

/** The clock's time instead of the transaction's, so that several events of one transaction are read in their order. */
async function histories(db: Kysely<unknown>): Promise<void> {
  for (const [table, subject] of [
    ['live_event_history', 'event_id uuid not null references live_event'],
    ['event_registration_history', 'registration_id uuid not null references event_registration'],
  ])
    await sql`
      create table ${sql.table(table ?? '')} (
        id uuid primary key,
        ${sql.raw(subject ?? '')} on delete cascade,
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
  await sql`create index live_event_history_of_event on live_event_history (event_id, at)`.execute(db);
  await sql`
    create index event_registration_history_of_registration
    on event_registration_history (registration_id, at)`.execute(db);
}
