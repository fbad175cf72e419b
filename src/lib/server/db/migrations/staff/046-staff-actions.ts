import { type Kysely, sql } from 'kysely';

/**
 * Actions by staff that can be undone while their messages wait: the action, the rows that it changed with their state
 * before and after, and the messages that belong to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_action (
      id uuid primary key,
      actor_id uuid not null,
      action text not null,
      started_at timestamptz not null default now(),
      -- Null until all of its transactions have committed.
      undo_expires_at timestamptz,
      undone_at timestamptz,
      notified_user_ids jsonb not null default '[]'
    )`.execute(db);
  await sql`create index staff_action_of_actor on staff_action (actor_id, undo_expires_at)`.execute(db);
  await sql`create index staff_action_age on staff_action (started_at)`.execute(db);

  await sql`
    create table row_change (
      id bigint generated always as identity primary key,
      staff_action_id uuid not null references staff_action on delete cascade,
      table_name text not null,
      key_column text not null,
      key_value text not null,
      before jsonb,
      after jsonb
    )`.execute(db);
  await sql`create index row_change_of_action on row_change (staff_action_id, id)`.execute(db);

  await sql`alter table outbox add column cancel_key uuid`.execute(db);
  await sql`create index outbox_cancel_key on outbox (cancel_key) where cancel_key is not null`.execute(db);
  await recordChanges(db);
}

/**
 * A transaction that belongs to an action names it in the setting liftoff.staff_action, and the triggers record the rows that
 * it writes. Without the setting they do nothing. Times are recorded in UTC, so that connections with other zones agree.
 */
async function recordChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_row_change() returns trigger language plpgsql set timezone = 'UTC' as $$
    begin
      insert into row_change (staff_action_id, table_name, key_column, key_value, before, after)
      values (current_setting('liftoff.staff_action')::uuid, tg_table_name, tg_argv[0],
        coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0], to_jsonb(old), to_jsonb(new));
      return null;
    end $$`.execute(db);
  for (const table of changedTables) await recordChangesOf(db, table);
  for (const table of historyTables) {
    await sql`alter table ${sql.table(table)} add column undone_at timestamptz`.execute(db);
    await recordChangesOf(db, table);
  }
  await recordChangesOf(db, 'audit_event');
  await recordChangesOf(db, 'candidate_registration', 'user_id');
  await recordChangesOf(db, 'batch_seats', 'batch_id');
}

const changedTables = [
  'job',
  'job_application',
  'training',
  'training_batch',
  'interview',
  'interview_slot',
  'enrolment',
  'enrolment_payment',
] as const;
const historyTables = ['application_event', 'registration_event', 'enrolment_event'] as const;

async function recordChangesOf(db: Kysely<unknown>, table: string, key = 'id'): Promise<void> {
  await sql`
    create trigger record_change after insert or update or delete on ${sql.table(table)}
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change(${sql.lit(key)})`.execute(db);
}
