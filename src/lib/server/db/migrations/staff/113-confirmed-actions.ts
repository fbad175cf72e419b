import { type Kysely, sql } from 'kysely';

/** The second press of a confirmation gets the answer of the first, which is kept with the action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_action
      -- Stands for the people and texts that were confirmed; null for an action without a preview.
      add confirmed_fingerprint text,
      -- What the press that confirmed them was answered.
      add response jsonb,
      add constraint staff_action_confirmed check ((confirmed_fingerprint is null) = (response is null))`.execute(
    db,
  );
}
