import { type Kysely, sql } from 'kysely';

/** Staff list what a person was sent, and send a message again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      -- The text of such a message stays until its row is deleted; all other texts are erased when they are sent.
      add column is_repeatable boolean not null default false,
      add column repeat_of uuid`.execute(db);
  await sql`create index outbox_recipient on outbox (recipient, created_at desc)`.execute(db);
}
