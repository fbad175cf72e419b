import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobFacets, JobFilters } from '#lib/contract/hiring/jobs.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import { hydrateRows } from '#lib/server/db/json-rows.ts';
import { isOpen, type JobCardRow, selectJobCards, type ViewerId } from '../job-rows.ts';
import {
  bestFirst,
  type FilterName,
  filterNames,
  isFound,
  isListed,
  matchesFilter,
  matchesFilters,
  paysAtLeast,
} from './job-conditions.ts';

/** How many jobs a search finds, how many of them are open, and the count of every filter value. */
export interface JobCounts {
  count: number;
  openCount: number;
  facets: JobFacets;
}

interface FilterCount {
  filter: FilterName | 'all' | 'open';
  value: string;
  count: number;
}

/**
 * Selects one page of a job list in order, with all counts, in one statement. For each filter value, it counts the jobs that the value
 * would show with the other filters unchanged.
 */
export async function selectJobList(
  db: Db,
  { limit, offset, ...filters }: JobFilters & Paging,
  viewerId: ViewerId,
  preferredLocationIds: readonly string[],
): Promise<JobCounts & { rows: JobCardRow[] }> {
  // The ids come first: an index gives the order, and the cards are read only for the jobs of the page.
  const statement = sql<{ ids: string[]; counts: FilterCount[]; cards: object[] }>`
    with page as materialized (
      select job.id from job where ${isListed} and ${matchesFilters(filters)}
      order by ${bestFirst(filters, preferredLocationIds)} limit ${limit} offset ${offset}
    ), ${countedJobs(filters)}
    select array(select id from page) as ids,
      (select jsonb_agg(counted order by value) from counted) as counts,
      ${jsonArrayFrom(selectJobCards(db, viewerId).where('job.id', '=', sql<string>`any(array(select id from page))`))} as cards`;
  const query = statement.compile(db);
  const { rows } = await (isCommon(filters, viewerId) ? executePrepared(db, query) : db.executeQuery(query));
  const { ids = [], counts = [], cards = [] } = rows[0] ?? {};
  const byId = new Map(
    hydrateRows<JobCardRow>(cards, { postedAt: true, applyBy: true }).map((row) => [row.id, row]),
  );
  return { ...presentCounts(counts), rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/**
 * Tells whether many visitors ask for the same list, with other values at most, so that its statement is worth to be planned once per
 * connection. There are few such texts, because a connection keeps each.
 */
const isCommon = ({ search, minPay, sort, ...filters }: JobFilters, viewerId: ViewerId): boolean =>
  !viewerId && !search && !minPay && !sort && Object.keys(filters).length < 2;

function countedJobs(filters: JobFilters): RawBuilder<unknown> {
  return sql`found as materialized (
      select job.id, job.family, job.level, job.work_mode, ${isOpen} as is_open, ${sql.join(
        filterNames.map((name) => sql`${matchesFilter(filters, name)} as ${filterColumn(name)}`),
      )}
      from job where ${isListed} and ${isFound(filters.search)} and ${paysAtLeast(filters.minPay)}
    ), counted as (
      select 'all' as filter, '' as value, count(*) as count from found where ${matchesAllFilters()}
      union all select 'open', '', count(*) from found where is_open and ${matchesAllFilters()}
      union all select 'family', family, count(*) from found where ${matchesAllFilters('family')} group by family
      union all select 'level', level, count(*) from found where ${matchesAllFilters('level')} group by level
      union all select 'workMode', work_mode, count(*) from found where ${matchesAllFilters('workMode')} group by work_mode
      union all select 'city', city, count(distinct found.id) from found
        join job_job_location on job_id = found.id join job_location on job_location.id = job_location_id
        where ${matchesAllFilters('city')} group by city
    )`;
}

function presentCounts(counts: readonly FilterCount[]): JobCounts {
  const countsOf = (name: FilterCount['filter']) =>
    counts.filter(({ filter }) => filter === name).map(({ value, count }) => ({ value, count }));
  return {
    count: countsOf('all')[0]?.count ?? 0,
    openCount: countsOf('open')[0]?.count ?? 0,
    facets: Object.fromEntries(filterNames.map((name) => [name, countsOf(name)])) as unknown as JobFacets,
  };
}

const filterColumn = (name: FilterName) => sql.ref(`passed_${name.toLowerCase()}`);

const matchesAllFilters = (besides?: FilterName) =>
  sql.join(filterNames.filter((name) => name !== besides).map(filterColumn), sql` and `);
