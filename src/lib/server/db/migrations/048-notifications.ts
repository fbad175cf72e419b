import { type Kysely, sql } from 'kysely';

/**
 * Messages know the person and the sender, so that staff can list what a person was sent, and WhatsApp is a medium.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column user_id uuid,
      add column sender text,
      add column unsubscribe_url text,
      add column template jsonb,
      drop constraint outbox_medium_check,
      add constraint outbox_medium_check check (medium in ('SMS', 'VOICE_CALL', 'EMAIL', 'WHATSAPP'))`.execute(
    db,
  );
  await sql`create index outbox_person on outbox (user_id, created_at desc) where user_id is not null`.execute(
    db,
  );
  await sql`
    alter table inbox_message
      drop constraint inbox_message_medium_check,
      add constraint inbox_message_medium_check check (medium in ('SMS', 'VOICE_CALL', 'EMAIL', 'WHATSAPP'))`.execute(
    db,
  );
}
