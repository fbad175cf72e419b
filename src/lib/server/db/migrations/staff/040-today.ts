import { type Kysely, sql } from 'kysely';

/** Messages that failed until staff have dealt with them, and indexes for the list of what is due today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column dismissed_at timestamptz`.execute(db);
  await sql`
    create index outbox_failed on outbox (finished_at) where status = 'FAILED' and dismissed_at is null`.execute(
    db,
  );
  await sql`
    create index candidate_registration_waiting on candidate_registration (submitted_at)
    where status = 'DETAILS_SUBMITTED'`.execute(db);
}
