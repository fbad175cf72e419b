import { type Kysely, sql } from 'kysely';

/**
 * Conversions by day and cohorts by week, so that reports read some thousand rows. They hold numbers only, so they stay when a
 * person's rows are deleted. `report_change` lists the days whose numbers have to be counted again (117); the days that exist
 * already begin there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversion add column device text check (device in ('PHONE', 'TABLET', 'COMPUTER', 'OTHER'))`.execute(
    db,
  );
  await sql`create index conversion_of_browser on conversion (anonymous_id) where anonymous_id is not null`.execute(
    db,
  );
  await visitDays(db);
  await conversionDays(db);
  await cohortWeeks(db);
  await sql`
    create table report_change (
      report text not null check (report in ('VISITS', 'CONVERSIONS', 'COHORTS')),
      day date not null
    )`.execute(db);
  await sql`insert into report_change select distinct 'VISITS', day from analytics_visit`.execute(db);
}

const visitColumns = sql.raw(`
  day date not null,
  sample_percent integer not null,
  device text not null,
  first_source text,
  first_campaign text,
  session_source text,
  session_campaign text`);

/** A visit counts once in every programme that it looked at, so these rows have a table of their own. */
async function visitDays(db: Kysely<unknown>): Promise<void> {
  await sql`alter table analytics_day add column signed_up integer not null default 0`.execute(db);
  await sql`
    create table analytics_program_day (
      ${visitColumns},
      program text not null,
      visits integer not null,
      opened_sign_in integer not null,
      verified_otp integer not null,
      signed_in integer not null
    )`.execute(db);
  await sql`
    create unique index analytics_program_day_key on analytics_program_day
      (day, program, sample_percent, device, first_source, first_campaign, session_source, session_campaign) nulls not distinct`.execute(
    db,
  );
}

async function conversionDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversion_day (
      day date not null,
      kind text not null,
      program text,
      device text,
      first_source text not null,
      first_campaign text,
      session_source text not null,
      session_campaign text,
      conversions integer not null,
      leads integer not null,
      enrolled integer not null,
      sent integer not null,
      offered integer not null,
      joined integer not null
    )`.execute(db);
  await sql`
    create unique index conversion_day_key on conversion_day
      (day, kind, program, device, first_source, first_campaign, session_source, session_campaign) nulls not distinct`.execute(
    db,
  );
}

/** How many people of a week reached a step in which week after their first one. The step `ALL` has the people of the week. */
async function cohortWeeks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cohort_week (
      cohort text not null check (cohort in ('FIRST_TOUCH', 'SIGN_UP')),
      week date not null,
      first_source text not null,
      step text not null,
      weeks integer not null check (weeks >= 0),
      people integer not null,
      primary key (cohort, week, first_source, step, weeks)
    )`.execute(db);
}
