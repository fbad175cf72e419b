import { type Kysely, sql } from 'kysely';

/** A message that failed leaves Today once it was sent again, so its repetitions are found by index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_repeat_of on outbox (repeat_of, created_at) where repeat_of is not null`.execute(
    db,
  );
}
