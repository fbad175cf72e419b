import { type Kysely, sql } from 'kysely';

/** A certificate of participation knows its event, so that its registrant finds it and staff see who has none yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table certificate add column event_id uuid references live_event on delete set null`.execute(
    db,
  );
  await sql`
    create index certificate_of_event on certificate (event_id, user_id) where event_id is not null`.execute(
    db,
  );
}
