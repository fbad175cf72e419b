import { type RawBuilder, sql } from 'kysely';
import { maxCohortWeeks } from '#lib/domain/staff/reports/cohorts.ts';
import type { Db } from '#lib/server/db/index.ts';
import { dayInIndia, firstSourceName, firstStoredDay, isVerified } from './conversion-names.ts';

/** Whose rows are made again: accounts, and browsers that nobody has used with an account. */
export interface ChangedPeople {
  users: readonly string[];
  browsers: readonly string[];
}

/** The people of a cohort and a source in one week, which are counted together. */
export interface CohortGroup {
  cohort: string;
  week: string;
  firstSource: string;
}

/** The first week whose people are all stored. Numbers of earlier weeks are never counted again. */
export const firstStoredWeek = sql`(date_trunc('week', ${firstStoredDay})::date + 7)`;

/** Makes the rows of `cohort_member` again, of the people named or of all. Returns the groups that changed. */
export async function updateMembers(trx: Db, people: ChangedPeople | null): Promise<CohortGroup[]> {
  const group = sql`cohort, week::text as week, first_source as "firstSource"`;
  const named = people ? sql`where person = any(${[...people.users, ...people.browsers]}::text[])` : sql``;
  const { rows: former } = await sql<CohortGroup>`
    with former as (delete from cohort_member ${named} returning cohort, week, first_source)
    select distinct ${group} from former`.execute(trx);
  const { rows: current } = await sql<CohortGroup>`
    with ${await selectOwn(trx, people)}, ${members},
    current as (
      insert into cohort_member (person, cohort, week, first_source, request, sign_up, application, enrolment, offer, joined)
      select person, cohort, week, first_source, ${weeksUntil('request_at')}, ${weeksUntil('sign_up_at')}, ${weeksUntil('applied_at')},
        ${weeksUntil('enrolled_at')}, ${weeksUntil('offered_at')}, ${weeksUntil('joined_at')}
      from started cross join lateral ${later}
      where week >= ${firstStoredWeek}
      returning cohort, week, first_source)
    select distinct ${group} from current`.execute(trx);
  return [...former, ...current];
}

/**
 * The cookie of the first touch lives for a year. A time that cannot be right, by the clock of the device, counts as none.
 */
const touchedAt = sql`case when touch.at between conversion.at - interval '370 days' and conversion.at + interval '1 hour'
  then least(touch.at, conversion.at) end`;

/** Selects the conversions of people, each with its person. A browser without an account belongs to the account that used it later. */
async function selectOwn(trx: Db, people: ChangedPeople | null): Promise<RawBuilder<unknown>> {
  const browsers = people && [...people.browsers, ...(await listBrowsers(trx, people.users))];
  const conversions = people
    ? sql`(
        select * from conversion where user_id = any(${people.users}::uuid[])
        union all select * from conversion where user_id is null and anonymous_id = any(${browsers}::text[]))`
    : sql`conversion`;
  return sql`
    owner as (
      select anonymous_id, min(user_id::text) as user_id from conversion
      where user_id is not null and ${browsers ? sql`anonymous_id = any(${browsers}::text[])` : sql`anonymous_id is not null`} group by 1),
    own as (
      select person, coalesce(conversion.user_id, owner.user_id::uuid) as user_id, conversion.id, conversion.kind, conversion.at,
        ${touchedAt} as touched_at, ${firstSourceName} as first_source, ${isVerified} as is_verified
      from ${conversions} conversion
      left join owner on owner.anonymous_id = conversion.anonymous_id
      cross join lateral (select first_touch_at(conversion.first_touch) as at) touch
      cross join lateral (select coalesce(conversion.user_id::text, owner.user_id, conversion.anonymous_id) as person) who
      where ${people ? sql`person = any(${[...people.users, ...people.browsers]}::text[])` : sql`person is not null`})`;
}

async function listBrowsers(trx: Db, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ browser: string }>`
    select distinct anonymous_id as browser from conversion
    where user_id = any(${users}::uuid[]) and anonymous_id is not null`.execute(trx);
  return rows.map(({ browser }) => browser);
}

/** The people of both cohorts with their first time. */
const members = sql`
  member as (
    select 'FIRST_TOUCH' as cohort, person, (array_agg(user_id))[1] as user_id, min(touched_at) as began_at,
      (array_agg(first_source order by touched_at, id))[1] as first_source,
      min(at) filter (where is_verified) as request_at, min(at) filter (where kind = 'SIGN_UP' and is_verified) as sign_up_at
    from own group by person
    having min(touched_at) is not null and bool_or(is_verified)
    union all
    select 'SIGN_UP', person, user_id, at, first_source, null, null from own where kind = 'SIGN_UP' and is_verified),
  started as (
    select member.*, date_trunc('week', ${dayInIndia(sql`began_at`)})::date as week from member)`;

const joinedAt = sql`joined_on::timestamp at time zone 'Asia/Kolkata'`;

/** When a person reached the steps that are no conversions. `offset 0` makes each statement run once, and not for each use of its result. */
const later = sql`(select
  (select min(submitted_at) from job_application where user_id = started.user_id and submitted_at >= began_at) as applied_at,
  (select min(confirmed_at) from enrolment where user_id = started.user_id and confirmed_at >= began_at) as enrolled_at,
  (select min(created_at) from job_offer join job_application on job_application.id = application_id
    where user_id = started.user_id and created_at >= began_at) as offered_at,
  (select min(${joinedAt}) from placement join job_application on job_application.id = application_id
    where user_id = started.user_id and ${joinedAt} >= began_at) as joined_at
  offset 0) later`;

function weeksUntil(column: string): RawBuilder<unknown> {
  const weeks = sql`floor(extract(epoch from (${sql.ref(column)} - began_at)) / 604800)`;
  return sql`(case when ${sql.ref(column)} >= began_at and ${weeks} <= ${sql.lit(maxCohortWeeks)} then ${weeks} end)::smallint`;
}
