import { type Kysely, sql } from 'kysely';

/** Events for another system are delivered by the outbox like messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['outbox', 'inbox_message'])
    await sql`
      alter table ${sql.table(table)}
        drop constraint ${sql.ref(`${table}_medium_check`)},
        add constraint ${sql.ref(`${table}_medium_check`)}
          check (medium in ('SMS', 'VOICE_CALL', 'EMAIL', 'WHATSAPP', 'WEBHOOK'))`.execute(db);
}
