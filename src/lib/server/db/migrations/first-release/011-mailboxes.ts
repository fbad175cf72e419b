import { type Kysely, sql } from 'kysely';

/**
 * One brochure per mailbox instead of one per spelling of its address, messages with an unknown delivery
 * result, and conversions that cannot be overwritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column is_claimed boolean not null default false,
      add column uncertain_attempts integer not null default 0`.execute(db);

  await sql`alter table brochure_request add column mailbox text`.execute(db);
  await sql`update brochure_request set mailbox = regexp_replace(lower(email), '\\+[^@]*@', '@')`.execute(db);
  await sql`alter table brochure_request alter column mailbox set not null`.execute(db);
  // Of several requests that now have the same mailbox, the newest stays current.
  await sql`
    update brochure_request as older set is_current = false
    where is_current and exists (
      select from brochure_request as newer
      where newer.is_current and newer.program_slug = older.program_slug and newer.mailbox = older.mailbox
        and (newer.requested_at, newer.id) > (older.requested_at, older.id))`.execute(db);
  await sql`drop index brochure_request_current`.execute(db);
  // One email per mailbox and programme, even if the form is submitted several times at once (C-42).
  await sql`
    create unique index brochure_request_current on brochure_request (program_slug, mailbox)
    where is_current`.execute(db);

  await sql`
    create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception 'a conversion is never changed';
    end $$`.execute(db);
  await sql`
    create trigger conversion_is_final
    before update of kind, subject_id, user_id, anonymous_id, first_touch, session_touch, ref_code, og_referer on conversion
    for each row execute function refuse_rewriting()`.execute(db);
}
