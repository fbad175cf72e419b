import { type Kysely, sql } from 'kysely';

/**
 * The end of a role can be undone while the messages about it wait, so the rows of roles and interviewers are recorded like all
 * others that an action writes (046). A person may have two roles, so a row needs an id of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_role add column id uuid not null default gen_random_uuid()`.execute(db);
  for (const table of ['user_role', 'interviewer'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}
