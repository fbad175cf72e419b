import { sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobCard, JobFacets, JobFilters } from '#lib/contract/hiring/jobs.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { expireStarted } from '../applications/expire-started.ts';
import { findJobRows } from './find-jobs.ts';
import { bestFirst, type FilterName, filterNames, isFound, isListed, passes } from './match-jobs.ts';
import { presentJobCard } from './present-job.ts';
import { isOpen, type ViewerId } from './select-jobs.ts';

type Asked = JobFilters & Paging;

/** The list of jobs as people search it, with what each filter would show, and how many take applications (API-41). */
export async function listJobs(
  db: Db,
  { limit, offset, ...filters }: Asked,
  viewerId: ViewerId,
): Promise<Page<JobCard> & Counts> {
  const [counted, results] = await Promise.all([
    countJobs(db, filters),
    findJobs(db, { limit, offset, ...filters }, viewerId),
  ]);
  return { ...counted, results };
}

/** The same jobs, where nobody sees how many there are. */
export async function findJobs(
  db: Db,
  { limit, offset, ...filters }: Asked,
  viewerId: ViewerId,
): Promise<JobCard[]> {
  if (viewerId) await expireStarted(db, viewerId);
  const wanted = [isListed, isFound(filters.search), ...filterNames.map((name) => passes(filters, name))];
  // By id first: the order is told from an index, and the long rows are read of the page's jobs alone.
  const page = await db
    .selectFrom('job')
    .select('id')
    .where(sql<boolean>`${sql.join(wanted, sql` and `)}`)
    .orderBy(bestFirst(filters.search))
    .limit(limit)
    .offset(offset)
    .execute();
  const rows = await findJobRows(
    db,
    page.map(({ id }) => id),
    viewerId,
  );
  return page.flatMap(({ id }) => rows.get(id) ?? []).map(presentJobCard);
}

interface Counted {
  filter: FilterName | 'all' | 'open';
  value: string;
  count: number;
}

interface Counts {
  count: number;
  openCount: number;
  facets: JobFacets;
}

/** How many jobs fit in all, and how many each value of a filter would show while the other filters stay. */
async function countJobs(db: Db, filters: JobFilters): Promise<Counts> {
  const { rows } = await sql<Counted>`
    with found as materialized (
      select job.id, job.family, job.level, job.work_mode, ${isOpen} as is_open, ${sql.join(
        filterNames.map((name) => sql`${passes(filters, name)} as ${passed(name)}`),
      )}
      from job where ${isListed} and ${isFound(filters.search)}
    )
    select 'all' as filter, '' as value, count(*) as count from found where ${allPass()}
    union all select 'open', '', count(*) from found where is_open and ${allPass()}
    union all select 'family', family, count(*) from found where ${allPass('family')} group by family
    union all select 'level', level, count(*) from found where ${allPass('level')} group by level
    union all select 'workMode', work_mode, count(*) from found where ${allPass('workMode')} group by work_mode
    union all select 'city', city, count(distinct found.id) from found
      join job_job_location on job_id = found.id join job_location on job_location.id = job_location_id
      where ${allPass('city')} group by city
    order by value`.execute(db);

  const of = (name: Counted['filter']) =>
    rows.filter(({ filter }) => filter === name).map(({ value, count }) => ({ value, count }));
  return {
    count: of('all')[0]?.count ?? 0,
    openCount: of('open')[0]?.count ?? 0,
    facets: Object.fromEntries(filterNames.map((name) => [name, of(name)])) as unknown as JobFacets,
  };
}

const passed = (name: FilterName) => sql.ref(`passed_${name.toLowerCase()}`);

const allPass = (besides?: FilterName) =>
  sql.join(filterNames.filter((name) => name !== besides).map(passed), sql` and `);
