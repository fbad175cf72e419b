import { type Kysely, sql } from 'kysely';

/**
 * Visits by day, so that a report reads some thousand rows and not millions. A visit counts on the day of its first event; the share
 * of visits that was stored is a column, because it may change and every count is scaled by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table analytics_day (
      day date not null,
      sample_percent integer not null,
      device text not null,
      first_source text,
      first_campaign text,
      session_source text,
      session_campaign text,
      visits integer not null,
      opened_sign_in integer not null,
      verified_otp integer not null,
      signed_in integer not null
    )`.execute(db);
  await sql`
    create unique index analytics_day_key on analytics_day
      (day, sample_percent, device, first_source, first_campaign, session_source, session_campaign) nulls not distinct`.execute(
    db,
  );
}
