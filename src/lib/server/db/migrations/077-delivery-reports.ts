import { type Kysely, sql } from 'kysely';

/** Providers report what became of a message after they accepted it; Today lists what did not arrive. [C-41] */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox
      add column provider_id text,
      add column delivery text check (delivery in ('DELIVERED', 'FAILED')),
      add column delivery_reason text,
      add column delivery_at timestamptz`.execute(db);
  await sql`create index outbox_provider_id on outbox (provider_id) where provider_id is not null`.execute(
    db,
  );
  await sql`
    create index outbox_undelivered on outbox (delivery_at, id)
    where delivery = 'FAILED' and dismissed_at is null`.execute(db);
}
