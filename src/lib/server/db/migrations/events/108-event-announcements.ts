import { type Kysely, sql } from 'kysely';

/**
 * A change of an event with many registrants is announced in parts. The announcement has the event as the change left it, and a
 * row for each person who is yet to hear of it. It is part of a change that can be undone, so its row is recorded like all
 * others that an action writes (046); an undo deletes it with its recipients.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_announcement (
      id uuid primary key,
      event_id uuid not null references live_event on delete cascade,
      event jsonb not null,
      public_note text,
      previous_title text,
      -- The first part of the dedupe key of its messages.
      key text not null,
      due_at timestamptz not null,
      -- Set when its messages begin to go out. It cannot be undone any more then.
      started_at timestamptz
    )`.execute(db);
  await sql`create index event_announcement_event on event_announcement (event_id)`.execute(db);
  await sql`
    create table event_announcement_recipient (
      announcement_id uuid not null references event_announcement on delete cascade,
      registration_id uuid not null references event_registration on delete cascade,
      notice text not null,
      failed_at timestamptz,
      primary key (announcement_id, registration_id)
    )`.execute(db);
  await sql`create index event_announcement_of_registration on event_announcement_recipient (registration_id)`.execute(
    db,
  );
  await sql`
    create trigger record_change after insert or update or delete on event_announcement
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
