import { type Kysely, sql } from 'kysely';

/** The list of Today by email: who wants it, and on which days it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table consent
      drop constraint consent_kind_check,
      add constraint consent_kind_check check (kind in ('reminders', 'updates', 'offers', 'agenda'))`.execute(
    db,
  );
  // The key lets one of several processes send a person's email of a day.
  await sql`
    create table agenda_email (
      user_id uuid not null references app_user on delete cascade,
      day date not null,
      sent_at timestamptz not null default now(),
      primary key (user_id, day)
    )`.execute(db);
  await sql`create index agenda_email_sent on agenda_email (sent_at)`.execute(db);
}
