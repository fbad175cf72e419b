import { type Kysely, sql } from 'kysely';

/** The development inbox, and the outbox of messages that are delivered after the commit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox_message (
      id bigint primary key generated always as identity,
      recipient text not null,
      medium text not null check (medium in ('SMS', 'VOICE_CALL', 'EMAIL')),
      subject text,
      text text not null,
      code text,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index inbox_message_recipient on inbox_message (recipient, id)`.execute(db);

  await sql`
    create table outbox (
      id uuid primary key,
      dedupe_key text not null unique,
      recipient text not null,
      medium text not null check (medium in ('SMS', 'VOICE_CALL', 'EMAIL')),
      subject text,
      text text,
      code text,
      status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      last_error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db);
  await sql`create index outbox_due on outbox (due_at) where status = 'QUEUED'`.execute(db);
  await sql`create index outbox_finished on outbox (finished_at) where status <> 'QUEUED'`.execute(db);
}
