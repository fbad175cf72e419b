import { type Kysely, sql } from 'kysely';

/** An undone booking takes back its calendar file, which was never sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger record_change after insert or update or delete on interviewer_invite
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
