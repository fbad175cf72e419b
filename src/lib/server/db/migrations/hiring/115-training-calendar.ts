import { type Kysely, sql } from 'kysely';

/** The number of changes of a training's calendar entry. [API-42] */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table training add column sequence integer not null default 0`.execute(db);
}
