import { type Kysely, sql } from 'kysely';

/**
 * Visits and their events as the collector gets them. They hold no address, no account and no cookie's id, so they cannot be
 * joined with a person. An event is stored once, because its number within the visit is in the key. `day` is the day in India; both
 * tables are indexed by it rather than partitioned, so that no job has to create partitions in advance (docs/decisions/0045).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table analytics_visit (
      id uuid primary key,
      day date not null,
      started_at timestamptz not null,
      device text not null check (device in ('PHONE', 'TABLET', 'COMPUTER', 'OTHER')),
      landing_page text not null check (char_length(landing_page) <= 200),
      referrer_host text check (char_length(referrer_host) <= 100),
      first_source text,
      first_medium text,
      first_campaign text,
      session_source text,
      session_medium text,
      session_campaign text,
      sample_percent integer not null check (sample_percent between 1 and 100)
    )`.execute(db);
  await sql`create index analytics_visit_of_day on analytics_visit (day)`.execute(db);
  await sql`
    create table analytics_event (
      visit_id uuid not null references analytics_visit on delete cascade,
      number integer not null check (number > 0),
      day date not null,
      at timestamptz not null,
      name text not null check (char_length(name) <= 60),
      page text not null check (char_length(page) <= 200),
      program text,
      properties jsonb not null,
      primary key (visit_id, number)
    )`.execute(db);
  await sql`create index analytics_event_of_day on analytics_event (day, name)`.execute(db);
}
