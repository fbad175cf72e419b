import { type Kysely, sql } from 'kysely';

/**
 * The number of changes of a training's calendar entry, as an interview has it. Its file keeps one UID for all batches, so that
 * another batch moves the entry. Entries that were made before have the number 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table training
      add column sequence integer not null default 0 check (sequence >= 0)
  `.execute(db);
}
