import { type Kysely, sql } from 'kysely';

/**
 * A change takes the messages of an earlier one that still wait out of the outbox. Its undo brings them back, and the history knows
 * of what the candidate has not heard.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table application_event
      add column replaced_by_id uuid,
      add column is_unheard boolean not null default false`.execute(db);
  await sql`
    create trigger record_change after delete on outbox
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
