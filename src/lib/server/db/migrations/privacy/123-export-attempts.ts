import { type Kysely, sql } from 'kysely';

/** A copy of the data that could not be made waits before it is tried again, and does not stop the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table data_export
      add column attempts integer not null default 0,
      -- Until then nobody else makes the copy: one is at it, or the last attempt failed.
      add column next_attempt_at timestamptz not null default now()`.execute(db);
  await sql`create index data_export_waiting on data_export (next_attempt_at) where ready_at is null`.execute(
    db,
  );
}
