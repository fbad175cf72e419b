import { type Kysely, sql } from 'kysely';

/** What admins write in the place of the standard texts about moves of applications: at most one text for each move. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_text (
      action text primary key,
      id uuid not null unique,
      -- All three are null while the standard text is used again. The row stays, so that its version only grows.
      subject text,
      text text,
      short_text text,
      version integer not null default 1,
      updated_by_id uuid not null,
      updated_at timestamptz not null default now(),
      constraint notification_text_parts check (num_nulls(subject, text, short_text) in (0, 3))
    )`.execute(db);
}
