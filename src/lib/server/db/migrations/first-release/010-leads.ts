import { type Kysely, sql } from 'kysely';

/** Data of public forms, its attribution, and emails with HTML and attachments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column html text, add column attachments jsonb`.execute(db);
  await sql`alter table inbox_message add column html text, add column attachments jsonb`.execute(db);

  await sql`
    create table conversion (
      id uuid primary key,
      kind text not null,
      subject_id uuid not null,
      user_id uuid,
      anonymous_id text,
      first_touch jsonb,
      session_touch jsonb,
      ref_code text,
      og_referer text,
      at timestamptz not null default now()
    )`.execute(db);
  // A conversion is counted once, even if it is sent again.
  await sql`create unique index conversion_subject on conversion (kind, subject_id)`.execute(db);
  await sql`create index conversion_at on conversion (at)`.execute(db);
  await sql`create index conversion_of_user on conversion (user_id) where user_id is not null`.execute(db);

  await sql`
    create table brochure_request (
      id uuid primary key,
      program_slug text not null,
      email text not null,
      user_id uuid references app_user on delete set null,
      message_id uuid not null unique,
      status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
      is_current boolean not null default true,
      requested_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db);
  // One email per address and programme, even if the form is submitted several times at once (C-42).
  await sql`
    create unique index brochure_request_current on brochure_request (program_slug, lower(email))
    where is_current`.execute(db);
  await sql`create index brochure_request_at on brochure_request (requested_at)`.execute(db);

  await sql`
    create table callback_request (
      id uuid primary key,
      reference text not null unique,
      user_id uuid references app_user on delete set null,
      first_name text not null,
      last_name text not null,
      email text,
      country_iso_code text not null,
      phone_e164 text not null,
      preferred_window jsonb not null,
      time_zone text not null,
      topic text,
      message text,
      consented_at timestamptz not null default now(),
      status text not null default 'NEW' check (status in (
        'NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP', 'CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE',
        'CANCELLED')),
      is_current boolean not null default true,
      expected_by timestamptz not null,
      requested_at timestamptz not null default now()
    )`.execute(db);
  // A request with the same number reuses the open one (API-53). A final status closes it without another
  // change.
  await sql`
    create unique index callback_request_current on callback_request (phone_e164)
    where is_current and status not in ('CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED')`.execute(
    db,
  );
  await sql`create index callback_request_due on callback_request (status, expected_by)`.execute(db);

  await sql`
    create table callback_event (
      id uuid primary key,
      callback_id uuid not null references callback_request on delete cascade,
      at timestamptz not null default now(),
      from_status text,
      to_status text not null,
      actor_type text not null check (actor_type in ('VISITOR', 'STAFF', 'SYSTEM')),
      actor_id uuid,
      reason_code text,
      public_note text,
      private_note text
    )`.execute(db);
  await sql`create index callback_event_of_callback on callback_event (callback_id, at)`.execute(db);
}
