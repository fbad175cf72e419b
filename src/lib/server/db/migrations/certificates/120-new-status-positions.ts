import { type Kysely, sql } from 'kysely';

/**
 * Removes the cached status lists once a new version is stored. A list that was computed between the two says that its position, which
 * no version had yet, no longer counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_status_lists() returns trigger language plpgsql as $$
    begin
      perform pg_notify('page_cache', 'certificates');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger certificate_status_lists after insert on certificate_version
    for each statement execute function notify_status_lists()`.execute(db);
}
