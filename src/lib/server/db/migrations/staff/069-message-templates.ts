import { type Kysely, sql } from 'kysely';

/** Texts that staff reuse in messages to candidates, and messages to chosen candidates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_template (
      id uuid primary key,
      purpose text not null check (purpose in ('MESSAGE', 'REJECT', 'HOLD', 'MOVE_TO_INTERVIEW', 'NOTE')),
      name text not null,
      -- Only a message has a subject.
      subject text,
      text text not null,
      version integer not null default 1,
      updated_by_id uuid,
      updated_at timestamptz not null default now(),
      -- A deleted template can be restored.
      deleted_at timestamptz,
      constraint message_template_subject check ((purpose = 'MESSAGE') = (subject is not null))
    )`.execute(db);
  await sql`
    create unique index message_template_name on message_template (lower(name)) where deleted_at is null`.execute(
    db,
  );

  await sql`
    create table candidate_message (
      -- From the sender's form, so that a form that is sent twice is one message.
      id uuid primary key,
      subject text not null,
      text text not null,
      application_ids jsonb not null,
      people integer not null,
      sent_by_id uuid not null,
      sent_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create trigger record_change after insert or update or delete on candidate_message
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
