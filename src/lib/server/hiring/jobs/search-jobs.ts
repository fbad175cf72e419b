import { type RawBuilder, sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobCard, JobFacets, JobFilters } from '#lib/contract/hiring/jobs.ts';
import { isWordless, searchWords } from '#lib/domain/hiring/jobs/job-search.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { isOpen, type JobRow, selectJobs, type ViewerId } from '../job-rows.ts';
import { presentJobCard } from './present-job.ts';

type JobListInput = JobFilters & Paging;

/** Lists jobs with the count of every filter value and the number of open jobs. [API-41] */
export async function listJobs(
  db: Db,
  { limit, offset, ...filters }: JobListInput,
  viewerId: ViewerId,
): Promise<Page<JobCard> & Counts> {
  const [counts, results] = await Promise.all([
    countJobs(db, filters),
    findJobs(db, { limit, offset, ...filters }, viewerId),
  ]);
  return { ...counts, results };
}

/** Lists the same jobs without any counts. */
export async function findJobs(
  db: Db,
  { limit, offset, ...filters }: JobListInput,
  viewerId: ViewerId,
): Promise<JobCard[]> {
  if (viewerId) await applyDueTransitions(db, viewerId);
  const conditions = [
    isListed,
    isFound(filters.search),
    ...filterNames.map((name) => matchesFilter(filters, name)),
  ];
  // Ids are queried first: an index gives the order, and long rows are read only for the jobs of the page.
  const page = await db
    .selectFrom('job')
    .select('id')
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(bestFirst(filters.search))
    .limit(limit)
    .offset(offset)
    .execute();
  const rows = await findJobRows(
    db,
    page.map(({ id }) => id),
    viewerId,
  );
  return page
    .flatMap(({ id }) => rows.get(id) ?? [])
    .filter(isReadable)
    .map(presentJobCard);
}

interface FilterCount {
  filter: FilterName | 'all' | 'open';
  value: string;
  count: number;
}

interface Counts {
  count: number;
  openCount: number;
  facets: JobFacets;
}

/**
 * Counts the matching jobs. For each filter value, counts the jobs it would show with the other filters
 * unchanged.
 */
async function countJobs(db: Db, filters: JobFilters): Promise<Counts> {
  const { rows } = await sql<FilterCount>`
    with found as materialized (
      select job.id, job.family, job.level, job.work_mode, ${isOpen} as is_open, ${sql.join(
        filterNames.map((name) => sql`${matchesFilter(filters, name)} as ${filterColumn(name)}`),
      )}
      from job where ${isListed} and ${isFound(filters.search)}
    )
    select 'all' as filter, '' as value, count(*) as count from found where ${matchesAllFilters()}
    union all select 'open', '', count(*) from found where is_open and ${matchesAllFilters()}
    union all select 'family', family, count(*) from found where ${matchesAllFilters('family')} group by family
    union all select 'level', level, count(*) from found where ${matchesAllFilters('level')} group by level
    union all select 'workMode', work_mode, count(*) from found where ${matchesAllFilters('workMode')} group by work_mode
    union all select 'city', city, count(distinct found.id) from found
      join job_job_location on job_id = found.id join job_location on job_location.id = job_location_id
      where ${matchesAllFilters('city')} group by city
    order by value`.execute(db);

  const countsOf = (name: FilterCount['filter']) =>
    rows.filter(({ filter }) => filter === name).map(({ value, count }) => ({ value, count }));
  return {
    count: countsOf('all')[0]?.count ?? 0,
    openCount: countsOf('open')[0]?.count ?? 0,
    facets: Object.fromEntries(filterNames.map((name) => [name, countsOf(name)])) as unknown as JobFacets,
  };
}

const filterColumn = (name: FilterName) => sql.ref(`passed_${name.toLowerCase()}`);

const matchesAllFilters = (besides?: FilterName) =>
  sql.join(filterNames.filter((name) => name !== besides).map(filterColumn), sql` and `);

/** Loads the rows of jobs by id. */
async function findJobRows(db: Db, ids: readonly string[], viewerId: ViewerId): Promise<Map<string, JobRow>> {
  if (!ids.length) return new Map();
  const rows = await selectJobs(db, viewerId).where('job.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Conditions of a search on `job`. */

const filterNames = ['family', 'level', 'workMode', 'city'] as const;
type FilterName = (typeof filterNames)[number];

/**
 * A closed job stays in the list for another 30 days, for people who come back for it. An open job's `apply_by` lies
 * ahead, so one range of the index `job_listed` covers both.
 */
const isListed = sql<boolean>`(
  job.status not in ('DRAFT', 'ARCHIVED') and coalesce(job.closed_at, job.apply_by) > now() - interval '30 days')`;

/** Returns the condition of one filter; it is always true if the filter is not set. */
function matchesFilter(filters: JobFilters, name: FilterName): RawBuilder<boolean> {
  const { family, level, workMode, city } = filters;
  if (name === 'family' && family) return sql`job.family = ${family}`;
  if (name === 'level' && level) return sql`job.level = ${level}`;
  if (name === 'workMode' && workMode) return sql`job.work_mode = ${workMode}`;
  if (name === 'city' && city) return isInCity(city);
  return sql`true`;
}

const isInCity = (city: string) => sql<boolean>`exists (
  select from job_job_location join job_location on job_location.id = job_location_id
  where job_id = job.id and lower(city) = lower(${city}))`;

/**
 * Matches jobs where every searched word is the beginning of a word in title, family, employer, summary,
 * requirements or place.
 */
function isFound(search: string | undefined): RawBuilder<boolean> {
  if (isWordless(search ?? '')) return sql`false`;
  const words = searchWords(search ?? '');
  if (!words.length) return sql`true`;
  const matches = words.map((word) => sql<boolean>`text ~ ${wordPattern(word)}`);
  // `offset 0` keeps the planner from building the text once per word.
  return sql`(select ${sql.join(matches, sql` and `)} from (select lower(concat_ws(' ',
    job.title, job.code, replace(job.family, '_', ' '), replace(job.work_mode, '_', ' '), employer.name, job.summary,
    job.requirements::text, (
      select string_agg(city || ' ' || region, ' ') from job_job_location
      join job_location on job_location.id = job_location_id where job_id = job.id))) as text
    from employer where employer.id = job.employer_id offset 0) searched)`;
}

/**
 * Returns a pattern for words that begin like this; a single letter would match too many, so it must be the
 * whole word.
 */
const wordPattern = (word: string): string => (word.length === 1 ? `\\m${word}\\M` : `\\m${word}`);

/** Orders open jobs first, then those with a searched word in the title, then the newest. */
function bestFirst(search: string | undefined): RawBuilder<unknown> {
  const inTitle = searchWords(search ?? '').map((word) => sql`lower(job.title) ~ ${wordPattern(word)}`);
  const isInTitle = inTitle.length ? [sql`(${sql.join(inTitle, sql` or `)}) desc`] : [];
  return sql.join([sql`${isOpen} desc`, ...isInTitle, sql`job.posted_at desc`, sql`job.id`]);
}
