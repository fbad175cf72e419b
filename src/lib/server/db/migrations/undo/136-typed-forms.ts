import { type Kysely, sql } from 'kysely';

/**
 * What was typed for an action, so that its form has it again after an undo: `{"path": "/staff/applications/…/", "fields": [["publicNote",
 * "…"]]}`. It is deleted with the action, after an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_action
      add typed_form jsonb,
      add constraint staff_action_typed_form check (typed_form is null or typed_form ? 'fields')`.execute(db);
}
