import { type Kysely, sql } from 'kysely';

/** Attendance by day in training batches, and messages to everybody in a batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table training_attendance (
      training_id uuid not null references training on delete cascade,
      -- A training that was missed continues in another batch, so a mark names its own.
      batch_id uuid not null references training_batch on delete cascade,
      day date not null check (day between '2000-01-01' and '2099-12-31'),
      status text not null check (status in ('PRESENT', 'ABSENT')),
      marked_by_id uuid not null,
      marked_at timestamptz not null default now(),
      primary key (training_id, batch_id, day)
    )`.execute(db);
  await sql`create index training_attendance_of_batch on training_attendance (batch_id, day)`.execute(db);

  await sql`
    create table batch_message (
      -- From the sender's form, so that a form that is sent twice is one message.
      id uuid primary key,
      batch_id uuid not null references training_batch on delete cascade,
      subject text not null,
      text text not null,
      people integer not null,
      sent_by_id uuid not null,
      sent_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index batch_message_of_batch on batch_message (batch_id, sent_at desc)`.execute(db);
  await sql`
    create trigger record_change after insert or update or delete on batch_message
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
