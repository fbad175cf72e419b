import { type Kysely, sql } from 'kysely';

/**
 * A brochure per mailbox rather than per spelling of its address, messages of which nobody knows whether they arrived, and
 * conversions that nobody can rewrite.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column is_claimed boolean not null default false,
      add column uncertain_attempts integer not null default 0`.execute(db);

  await sql`alter table brochure_request add column mailbox text`.execute(db);
  await sql`update brochure_request set mailbox = regexp_replace(lower(email), '\\+[^@]*@', '@')`.execute(db);
  await sql`alter table brochure_request alter column mailbox set not null`.execute(db);
  // Of several that are one mailbox now the newest stays current.
  await sql`
    update brochure_request as older set is_current = false
    where is_current and exists (
      select from brochure_request as newer
      where newer.is_current and newer.program_slug = older.program_slug and newer.mailbox = older.mailbox
        and (newer.requested_at, newer.id) > (older.requested_at, older.id))`.execute(db);
  await sql`drop index brochure_request_current`.execute(db);
  // One mail per mailbox and programme, however many presses arrive at once (C-42).
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
