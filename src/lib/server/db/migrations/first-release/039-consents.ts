import { type Kysely, sql } from 'kysely';

/**
 * What a person agreed to receive, with the wording that they saw. A withdrawn consent stays as a row, so the history can
 * be shown. A lead without an account keeps its consent in its own row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consent (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      kind text not null check (kind in ('reminders', 'updates', 'offers')),
      channel text check (channel in ('email', 'sms', 'whatsapp')),
      wording text not null,
      granted_at timestamptz not null default now(),
      withdrawn_at timestamptz
    )`.execute(db);
  // At most one valid consent per person, kind and channel. A consent without a channel covers all of them.
  await sql`
    create unique index consent_current on consent (user_id, kind, coalesce(channel, ''))
    where withdrawn_at is null`.execute(db);

  for (const table of ['callback_request', 'brochure_request'])
    await sql`
      alter table ${sql.table(table)}
        add column offers_wording text,
        add column offers_granted_at timestamptz,
        add column offers_withdrawn_at timestamptz`.execute(db);
}
