import { type Kysely, sql } from 'kysely';

/** Indexes of the report on hiring: applications by the time at which they were sent, and what else happened in a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_application_submitted on job_application (submitted_at)
    include (id, job_id, status, replied_at, reply_due_at) where submitted_at is not null`.execute(db);
  // The history of an application without its notes, so that a report reads no long rows.
  await sql`
    create index application_event_reached on application_event (application_id)
    include (to_status, action, from_status, at) where subject = 'APPLICATION' and undone_at is null`.execute(
    db,
  );
  await sql`
    create index application_event_outcome on application_event (at)
    where action in ('COMPLETE_INTERVIEW', 'MISS_INTERVIEW', 'COMPLETE_TRAINING', 'MISS_TRAINING')`.execute(
    db,
  );
  await sql`create index job_offer_made on job_offer (created_at)`.execute(db);
}
