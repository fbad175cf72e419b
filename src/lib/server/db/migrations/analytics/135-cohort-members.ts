import { type Kysely, sql } from 'kysely';

/**
 * Cohorts are counted from a row per person, so a change counts one person again and not all conversions. `cohort_change` lists whose
 * rows have to be made again; a row without a person means everybody, so that the first roll-up makes all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cohort_member (
      -- The account, or the browser of somebody without one.
      person text not null,
      cohort text not null check (cohort in ('FIRST_TOUCH', 'SIGN_UP')),
      week date not null,
      first_source text not null,
      -- How many weeks later the person reached the step.
      request smallint,
      sign_up smallint,
      application smallint,
      enrolment smallint,
      offer smallint,
      joined smallint
    )`.execute(db);
  await sql`create index cohort_member_person on cohort_member (person)`.execute(db);
  await sql`create index cohort_member_week on cohort_member (week, cohort, first_source)`.execute(db);
  await sql`create table cohort_change (user_id uuid, anonymous_id text)`.execute(db);
  // The previous version counts by days, so that it can be deployed again.
  await sql`
    create or replace function list_cohorts_of(person uuid, browser text) returns void language sql as $$
      insert into report_change
      select distinct 'COHORTS', day
      from (
        select * from conversion where user_id = person
        union all select * from conversion where anonymous_id = browser
        union all select * from conversion where user_id in (select user_id from conversion where anonymous_id = browser)
      ) own
      cross join lateral (values
        ((at at time zone 'Asia/Kolkata')::date),
        ((first_touch_at(first_touch) at time zone 'Asia/Kolkata')::date)) change (day)
      where day is not null;
      insert into cohort_change select person, browser where person is not null or browser is not null
    $$`.execute(db);
  await sql`insert into cohort_change select null, null where exists (select from conversion)`.execute(db);
}
