import { type Kysely, sql } from 'kysely';

/**
 * Two employers that turn out to be one are merged. The other one keeps its row, so that its address leads to the one that
 * stays. A merge and the deletion of a contact can be undone, so their rows are recorded like all others that an action
 * writes (046).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table employer add column merged_into_id uuid references employer`.execute(db);
  await sql`create index employer_merged on employer (merged_into_id) where merged_into_id is not null`.execute(
    db,
  );
  for (const table of ['employer', 'employer_contact'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);
}
