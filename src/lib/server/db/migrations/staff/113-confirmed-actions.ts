import { type Kysely, sql } from 'kysely';

/** A second press of the same confirmation gets the answer of the first. Both are null for an action without a preview. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff_action add confirmed_fingerprint text, add response jsonb`.execute(db);
}
