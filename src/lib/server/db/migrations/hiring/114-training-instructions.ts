import { type Kysely, sql } from 'kysely';

/**
 * What to bring to a training or prepare for it, as an interview has it. The indexes are for Today, which lists jobs whose candidates
 * wait for a time while none is free.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table training_batch add column instructions text`.execute(db);
  await sql`
    create index interview_to_schedule on interview (application_id) where status = 'TO_SCHEDULE'`.execute(
    db,
  );
  await sql`create index training_to_set_up on training (application_id) where status = 'TO_SET_UP'`.execute(
    db,
  );
}
