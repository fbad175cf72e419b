import { type Kysely, sql } from 'kysely';

/**
 * Staff can undo that a message which failed is marked as done. A message that was being attempted when a later one was queued in its place is not tried again while one of the later ones exists.
 * It is then REPLACED.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column replaced_by_keys text[],
      drop constraint outbox_status_check,
      add constraint outbox_status_check
        check (status in ('QUEUED', 'HELD', 'MERGED', 'SENT', 'FAILED', 'REPLACED'))`.execute(db);
  await sql`
    create trigger record_dismissal after update of dismissed_at on outbox
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
