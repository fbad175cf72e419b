import { type Kysely, sql } from 'kysely';

/**
 * A merge of leads can be undone: what moves to the lead that stays is recorded like all other rows that an action writes
 * (046). A change is recorded by one key, so contacts and requests get an id beside their primary keys of two columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['lead_contact', 'lead_request'])
    await sql`alter table ${sql.table(table)} add column id uuid not null unique default gen_random_uuid()`.execute(
      db,
    );
  for (const table of ['lead_contact', 'lead_request', 'lead_attempt'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}
