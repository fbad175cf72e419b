import { type RawBuilder, sql } from 'kysely';
import type { JobFilters } from '#lib/contract/hiring/jobs.ts';
import { isWordless, searchWords } from '#lib/domain/hiring/jobs/job-search.ts';
import { isOpen } from './select-jobs.ts';

/** What a search asks of a job, as conditions on `job`. */

export const filterNames = ['family', 'level', 'workMode', 'city'] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * Who comes back for a job that closed finds it for another 30 days. One that is open is not closed yet, so this one
 * range, of the index `job_listed`, has both.
 */
export const isListed = sql<boolean>`(
  job.status not in ('DRAFT', 'ARCHIVED') and coalesce(job.closed_at, job.apply_by) > now() - interval '30 days')`;

/** Whether a job passes one filter; one that is not set lets all through. */
export function passes(filters: JobFilters, name: FilterName): RawBuilder<boolean> {
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

/** Where every word begins one of the job's own: of its title, line, employer, place or what it asks for. */
export function isFound(search: string | undefined): RawBuilder<boolean> {
  if (isWordless(search ?? '')) return sql`false`;
  const words = searchWords(search ?? '');
  if (!words.length) return sql`true`;
  const found = words.map((word) => sql<boolean>`text ~ ${beginning(word)}`);
  // `offset 0`: the text is put together once, not for each word.
  return sql`(select ${sql.join(found, sql` and `)} from (select lower(concat_ws(' ',
    job.title, job.code, replace(job.family, '_', ' '), replace(job.work_mode, '_', ' '), employer.name, job.summary,
    job.requirements::text, (
      select string_agg(city || ' ' || region, ' ') from job_job_location
      join job_location on job_location.id = job_location_id where job_id = job.id))) as text
    from employer where employer.id = job.employer_id offset 0) told)`;
}

/** Where a word begins so; a single letter begins too many, so it is a word of its own. */
const beginning = (word: string): string => (word.length === 1 ? `\\m${word}\\M` : `\\m${word}`);

/** In which order: those that can be applied for, those whose very title says what is searched, the newest. */
export function bestFirst(search: string | undefined): RawBuilder<unknown> {
  const inTitle = searchWords(search ?? '').map((word) => sql`lower(job.title) ~ ${beginning(word)}`);
  const isInTitle = inTitle.length ? [sql`(${sql.join(inTitle, sql` or `)}) desc`] : [];
  return sql.join([sql`${isOpen} desc`, ...isInTitle, sql`job.posted_at desc`, sql`job.id`]);
}
