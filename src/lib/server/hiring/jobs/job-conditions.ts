import { type RawBuilder, sql } from 'kysely';
import type { JobFilters } from '#lib/contract/hiring/jobs.ts';
import { isWordless, searchWords } from '#lib/domain/hiring/jobs/job-search.ts';
import { isOpen } from '../job-rows.ts';

/** Conditions and orders of a search on `job`. */

/** The filters whose values have counts. */
export const filterNames = ['family', 'level', 'workMode', 'city'] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * A closed job stays in the list for another 30 days, for people who come back for it. An open job's `apply_by` lies
 * ahead, so one range of the index `job_listed` covers both.
 */
export const isListed = sql<boolean>`(
  job.status not in ('DRAFT', 'ARCHIVED') and coalesce(job.closed_at, job.apply_by) > now() - interval '30 days')`;

/** Joins the conditions of all filters. */
export const matchesFilters = (filters: JobFilters): RawBuilder<boolean> =>
  sql.join(
    [
      isFound(filters.search),
      paysAtLeast(filters.minPay),
      ...filterNames.map((name) => matchesFilter(filters, name)),
    ],
    sql` and `,
  );

/** Returns the condition of one filter; it is always true if the filter is not set. */
export function matchesFilter(filters: JobFilters, name: FilterName): RawBuilder<boolean> {
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

/** The most that a job pays in a year, in rupees; null where the pay is not public or in another currency. */
const yearlyPay = sql<number | null>`case when job.salary_is_public and job.salary_currency = 'INR'
  then job.salary_max::bigint * case job.salary_period when 'MONTH' then 12 else 1 end end`;

export const paysAtLeast = (rupees: string | undefined): RawBuilder<boolean> =>
  rupees ? sql`coalesce(${yearlyPay} >= ${rupees}::bigint, false)` : sql`true`;

/**
 * Matches jobs where every searched word is the beginning of a word in title, family, employer, summary,
 * requirements or place.
 */
export function isFound(search: string | undefined): RawBuilder<boolean> {
  if (isWordless(search ?? '')) return sql`false`;
  const words = searchWords(search ?? '');
  if (!words.length) return sql`true`;
  const matches = words.map((word) => sql<boolean>`text ~ ${wordPattern(word)}`);
  // `offset 0` keeps the planner from building the text once per word.
  return sql`(select ${sql.join(matches, sql` and `)} from (select ${jobText} as text
    from employer where employer.id = job.employer_id offset 0) searched)`;
}

/** The text of a job that a search reads, in lower case. */
export const jobText = sql<string>`lower(concat_ws(' ',
  job.title, job.code, replace(job.family, '_', ' '), replace(job.work_mode, '_', ' '), employer.name, job.summary,
  job.requirements::text, (
    select string_agg(city || ' ' || region, ' ') from job_job_location
    join job_location on job_location.id = job_location_id where job_id = job.id)))`;

/**
 * Returns a pattern for words that begin like this; a single letter would match too many, so it must be the
 * whole word.
 */
const wordPattern = (word: string): string => (word.length === 1 ? `\\m${word}\\M` : `\\m${word}`);

/**
 * Orders open jobs first. Then by pay, if that is asked for; otherwise those in the preferred places first, then those with
 * a searched word in the title, then the newest.
 */
export function bestFirst(
  { search, sort }: JobFilters,
  preferredLocationIds: readonly string[],
): RawBuilder<unknown> {
  const inTitle = searchWords(search ?? '').map((word) => sql`lower(job.title) ~ ${wordPattern(word)}`);
  const orders = {
    PAY: [sql`${yearlyPay} desc nulls last`],
    NEWEST: [],
    BEST: [
      ...(preferredLocationIds.length ? [sql`${isInPlaces(preferredLocationIds)} desc`] : []),
      ...(inTitle.length ? [sql`(${sql.join(inTitle, sql` or `)}) desc`] : []),
    ],
  };
  return sql.join([sql`${isOpen} desc`, ...orders[sort ?? 'BEST'], sql`job.posted_at desc`, sql`job.id`]);
}

const isInPlaces = (ids: readonly string[]) => sql<boolean>`exists (
  select from job_job_location where job_id = job.id and job_location_id = any(${ids}::uuid[]))`;
