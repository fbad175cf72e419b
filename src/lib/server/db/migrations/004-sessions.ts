import { type Kysely, sql } from 'kysely';

/** A name for a session that may be shown: the token's hash, which is its key, never leaves the server (C-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column id uuid not null default gen_random_uuid()`.execute(db);
  await sql`create unique index session_id on session (id)`.execute(db);
}
