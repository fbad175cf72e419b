import { type Kysely, sql } from 'kysely';

/** A public id of a session. Its key, the token's hash, never leaves the server (C-19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column id uuid not null default gen_random_uuid()`.execute(db);
  await sql`create unique index session_id on session (id)`.execute(db);
}
