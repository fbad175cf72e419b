import { type Kysely, sql } from 'kysely';

/** Reminders that were sent. The key lets one process send each of them once; a moved appointment has new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reminder (
      topic text not null,
      subject_id uuid not null,
      starts_at timestamptz not null,
      minutes_before integer not null,
      sent_at timestamptz not null default now(),
      primary key (topic, subject_id, starts_at, minutes_before)
    )`.execute(db);
  await sql`create index reminder_sent on reminder (sent_at)`.execute(db);
  // Those of an appointment that begins soon, beside the index of their times.
  await sql`create index interview_scheduled on interview (slot_id) where status = 'SCHEDULED'`.execute(db);
}
