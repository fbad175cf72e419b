import { sql } from 'kysely';
import { maxCohortWeeks } from '#lib/domain/staff/reports/cohorts.ts';
import { claimChangedDays } from '#lib/server/core/claim-changed-days.ts';
import type { Db } from '#lib/server/db/index.ts';
import { dayInIndia, firstSourceName, firstStoredDay, isVerified } from './conversion-names.ts';

const weekOf = (day: ReturnType<typeof dayInIndia>) => sql`date_trunc('week', ${day})::date`;

/** Counts the cohorts again of every week whose people changed or reached a step. */
export async function rollUpCohorts(trx: Db): Promise<void> {
  await countWeeks(trx, await claimChangedDays(trx, 'COHORTS'));
}

/** Counts the cohorts of all stored weeks again. */
export async function rebuildCohorts(trx: Db): Promise<void> {
  await claimChangedDays(trx, 'COHORTS');
  const { rows } = await sql<{ day: string }>`
    select week as day from cohort_week
    union select ${weekOf(dayInIndia(sql`at`))} from conversion
    union select ${weekOf(dayInIndia(sql`first_touch_at(first_touch)`))} from conversion where first_touch_at(first_touch) is not null`.execute(
    trx,
  );
  await countWeeks(
    trx,
    rows.map(({ day }) => day),
  );
}

/**
 * The cookie of the first touch lives for a year. A time that cannot be right, by the clock of the device, counts as none.
 */
const touchedAt = sql`case when touch.at between conversion.at - interval '370 days' and conversion.at + interval '1 hour'
  then least(touch.at, conversion.at) end`;

const joinedAt = sql`joined_on::timestamp at time zone 'Asia/Kolkata'`;

/** The people of both cohorts with their first time. A browser without an account belongs to the account that used it later. */
const members = sql`
  owner as (
    select anonymous_id, min(user_id::text) as user_id from conversion
    where anonymous_id is not null and user_id is not null group by 1),
  own as (
    select coalesce(conversion.user_id::text, owner.user_id, conversion.anonymous_id) as person,
      coalesce(conversion.user_id, owner.user_id::uuid) as user_id,
      conversion.id, conversion.kind, conversion.at, ${touchedAt} as touched_at, ${firstSourceName} as first_source, ${isVerified} as is_verified
    from conversion
    left join owner on owner.anonymous_id = conversion.anonymous_id
    cross join lateral (select first_touch_at(conversion.first_touch) as at) touch),
  member as (
    select 'FIRST_TOUCH' as cohort, person, (array_agg(user_id order by user_id))[1] as user_id, min(touched_at) as began_at,
      (array_agg(first_source order by touched_at, id))[1] as first_source,
      min(at) filter (where is_verified) as request_at, min(at) filter (where kind = 'SIGN_UP' and is_verified) as sign_up_at
    from own where person is not null group by person
    having min(touched_at) is not null and bool_or(is_verified)
    union all
    select 'SIGN_UP', person, user_id, at, first_source, null, null from own where kind = 'SIGN_UP' and is_verified)`;

async function countWeeks(trx: Db, days: readonly string[]): Promise<void> {
  if (!days.length) return;
  const counted = sql`counted as (
    select distinct ${weekOf(sql`day`)} as week from unnest(${days}::date[]) changed (day)
    where ${weekOf(sql`day`)} >= ${weekOf(firstStoredDay)} + 7)`;
  await sql`with ${counted} delete from cohort_week where week in (select week from counted)`.execute(trx);
  await sql`
    with ${counted}, ${members},
    started as (
      select member.*, week from member
      cross join lateral (select ${weekOf(dayInIndia(sql`began_at`))} as week) own
      where week in (select week from counted)),
    reached as (
      select cohort, week, first_source, step, floor(extract(epoch from (at - began_at)) / 604800)::int as weeks
      from started cross join lateral (values
        ('REQUEST', request_at), ('SIGN_UP', sign_up_at),
        ('APPLICATION', (
          select min(submitted_at) from job_application
          where user_id = started.user_id and submitted_at >= began_at)),
        ('ENROLMENT', (
          select min(confirmed_at) from enrolment where user_id = started.user_id and confirmed_at >= began_at)),
        ('OFFER', (
          select min(created_at) from job_offer join job_application on job_application.id = application_id
          where user_id = started.user_id and created_at >= began_at)),
        ('JOINED', (
          select min(${joinedAt}) from placement join job_application on job_application.id = application_id
          where user_id = started.user_id and ${joinedAt} >= began_at))) step (step, at)
      where at >= began_at)
    insert into cohort_week (cohort, week, first_source, step, weeks, people)
    select cohort, week, first_source, 'ALL', 0, count(*) from started group by 1, 2, 3
    union all
    select cohort, week, first_source, step, weeks, count(*) from reached where weeks <= ${sql.lit(maxCohortWeeks)} group by 1, 2, 3, 4, 5`.execute(
    trx,
  );
}
