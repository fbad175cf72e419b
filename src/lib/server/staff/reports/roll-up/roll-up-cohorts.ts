import { sql } from 'kysely';
import { claimChangedDays } from '#lib/server/core/claim-changed-days.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ChangedPeople, type CohortGroup, firstStoredWeek, updateMembers } from './cohort-members.ts';

/** More people are counted faster with all others. */
const maxPeople = 50_000;

/** Counts the cohorts again of every person who changed or reached a step. */
export async function rollUpCohorts(trx: Db): Promise<void> {
  // The days are those of the previous version.
  await claimChangedDays(trx, 'COHORTS');
  await sql`delete from cohort_member where week < ${firstStoredWeek}`.execute(trx);
  const people = await claimChangedPeople(trx);
  if (people && !people.users.length && !people.browsers.length) return;
  if (!people || people.users.length + people.browsers.length > maxPeople) return rebuildCohorts(trx);
  await countGroups(trx, await updateMembers(trx, people));
}

/** Counts the cohorts of all stored weeks again. */
export async function rebuildCohorts(trx: Db): Promise<void> {
  await claimChangedDays(trx, 'COHORTS');
  await claimChangedPeople(trx);
  await updateMembers(trx, null);
  await sql`delete from cohort_week where week >= ${firstStoredWeek}`.execute(trx);
  await insertCounts(trx, sql`true`);
}

/**
 * Removes the listed changes and returns whose they are; null means everybody. What somebody did in a browser without an account belongs to
 * the account that used it later, so all accounts of a changed browser are changed.
 */
async function claimChangedPeople(trx: Db): Promise<ChangedPeople | null> {
  const { rows } = await sql<{ userId: string | null; anonymousId: string | null }>`
    with change as (delete from cohort_change returning user_id, anonymous_id)
    select distinct user_id as "userId", anonymous_id as "anonymousId" from change`.execute(trx);
  if (rows.some(({ userId, anonymousId }) => !userId && !anonymousId)) return null;
  const browsers = [...new Set(rows.flatMap(({ anonymousId }) => anonymousId ?? []))];
  const { rows: owners } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from conversion
    where anonymous_id = any(${browsers}::text[]) and user_id is not null`.execute(trx);
  const users = new Set([...rows, ...owners].flatMap(({ userId }) => userId ?? []));
  return { users: [...users], browsers };
}

async function countGroups(trx: Db, groups: readonly CohortGroup[]): Promise<void> {
  const isChanged = sql`(cohort, week, first_source) in (
    select * from unnest(${groups.map(({ cohort }) => cohort)}::text[], ${groups.map(({ week }) => week)}::date[],
      ${groups.map(({ firstSource }) => firstSource)}::text[])) and week >= ${firstStoredWeek}`;
  await sql`delete from cohort_week where ${isChanged}`.execute(trx);
  await insertCounts(trx, isChanged);
}

const insertCounts = (trx: Db, condition: ReturnType<typeof sql>) =>
  sql`
    insert into cohort_week (cohort, week, first_source, step, weeks, people)
    select cohort, week, first_source, step, weeks, count(*)
    from cohort_member cross join lateral (values
      ('ALL', 0), ('REQUEST', request), ('SIGN_UP', sign_up), ('APPLICATION', application), ('ENROLMENT', enrolment), ('OFFER', offer),
      ('JOINED', joined)) reached (step, weeks)
    where weeks is not null and ${condition}
    group by 1, 2, 3, 4, 5`.execute(trx);
