import { type Kysely, sql } from 'kysely';

/** Copies of their data that people asked for, and accounts that wait for their deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_export (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      requested_at timestamptz not null default now(),
      ready_at timestamptz,
      expires_at timestamptz,
      -- Whether the store has the file, under the row's id.
      has_file boolean not null default false
    )`.execute(db);
  // One copy at a time: a second request finds the first.
  await sql`create unique index data_export_open on data_export (user_id) where ready_at is null`.execute(db);
  await sql`create index data_export_of_user on data_export (user_id, requested_at)`.execute(db);
  await sql`
    create table account_deletion (
      user_id uuid primary key references app_user on delete cascade,
      requested_at timestamptz not null default now(),
      due_at timestamptz not null
    )`.execute(db);
  await sql`create index account_deletion_due on account_deletion (due_at)`.execute(db);
}
