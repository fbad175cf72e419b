import { type Kysely, sql } from 'kysely';

/** What was typed for an action, so that its form has it again after an undo. It is deleted with the action, after an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff_action add column typed_form jsonb`.execute(db);
}
