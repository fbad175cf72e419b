import { type Kysely, sql } from 'kysely';

/**
 * Reports each changed certificate on the channel by which processes remove cached pages (decisions/0040). A new certificate is on
 * no cached page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_certificate_pages() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_cache', 'certificate:' || old.short_uuid);
      perform pg_notify('page_cache', 'certificates');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger certificate_pages after update or delete on certificate
    for each row execute function notify_certificate_pages()`.execute(db);
}
