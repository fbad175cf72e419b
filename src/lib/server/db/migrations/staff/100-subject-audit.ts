import { type Kysely, sql } from 'kysely';

/** The audit is filtered by records of any type, and by type in the order of time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_event_of_record on audit_event (subject_id, at, id)`.execute(db);
  await sql`create index audit_event_of_type on audit_event (subject_type, at, id)`.execute(db);
}
