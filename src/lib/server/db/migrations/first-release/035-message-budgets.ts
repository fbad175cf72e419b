import { type Kysely, sql } from 'kysely';

/** Messages over a budget are held, and several held ones are merged into one digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column kind text,
      add column summary text,
      add column time_zone text,
      drop constraint outbox_status_check,
      add constraint outbox_status_check check (status in ('QUEUED', 'HELD', 'MERGED', 'SENT', 'FAILED'))`.execute(
    db,
  );
  await sql`
    update outbox set kind = case split_part(dedupe_key, ':', 1)
      when 'application' then 'application-update'
      when 'registration' then 'registration-update'
      when 'brochure' then 'brochure'
      else 'account-notice' end`.execute(db);
  await sql`alter table outbox alter column kind set not null`.execute(db);
  // The messages of one digest, and the oldest of them.
  await sql`create index outbox_held on outbox (recipient, medium, kind, due_at, id) where status = 'HELD'`.execute(
    db,
  );
}
