import { type Kysely, sql } from 'kysely';

/**
 * A reference has five digits or more. `lpad` cut longer numbers off, so that the 100,000th lead got the reference of another one. What
 * staff own and what candidates have just answered has an index: a counsellor owns thousands of leads that have ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lead alter column reference
    set default 'LD-' || to_char(nextval('lead_number'), 'FM9999999999999900000')`.execute(db);
  await sql`
    create index lead_open_of_owner on lead (owner_id, due_at, id)
    where merged_into_id is null and status in ('NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP')`.execute(
    db,
  );
  await sql`
    create index application_event_answer on application_event (at)
    where subject = 'APPLICATION' and to_status in ('OFFER_ACCEPTED', 'OFFER_DECLINED')`.execute(db);
}
