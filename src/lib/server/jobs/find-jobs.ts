import { type ExpressionBuilder, sql } from 'kysely';
import type { Job, JobCard, JobFilters } from '../../contract/jobs.ts';
import type { Paging } from '../../contract/list.ts';
import type { Db } from '../db/index.ts';
import type { Schema } from '../db/schema.ts';
import { HttpError } from '../http/http-error.ts';
import type { Page } from '../http/list.ts';
import { expireStarted } from '../job-applications/expire-started.ts';
import { presentJob, presentJobCard } from './present-job.ts';
import { isOpen, type JobRow, selectJobs, type ViewerId } from './select-jobs.ts';

/** Jobs as a viewer may see them: a draft is not there at all. API-41. */

type Where = ExpressionBuilder<Schema, 'job' | 'employer'>;

/** Those that take applications first; who comes back for one that closed finds it for another 30 days. */
const isListed = sql<boolean>`(
  job.status not in ('DRAFT', 'ARCHIVED')
  and (${isOpen} or coalesce(job.closed_at, job.apply_by) > now() - interval '30 days'))`;

export async function listJobs(
  db: Db,
  { limit, offset, ...filters }: JobFilters & Paging,
  viewerId: ViewerId,
): Promise<Page<JobCard>> {
  if (viewerId) await expireStarted(db, viewerId);
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom('job')
      .innerJoin('employer', 'employer.id', 'job.employerId')
      .select(sql<number>`count(*)`.as('count'))
      .where(matches(filters))
      .executeTakeFirstOrThrow(),
    selectJobs(db, viewerId)
      .where(matches(filters))
      .orderBy(sql`${isOpen} desc, job.posted_at desc, job.id`)
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { count, results: rows.map(presentJobCard) };
}

function matches({ family, level, workMode, city }: JobFilters) {
  return (where: Where) =>
    where.and([
      isListed,
      ...(family ? [where('family', '=', family)] : []),
      ...(level ? [where('level', '=', level)] : []),
      ...(workMode ? [where('workMode', '=', workMode)] : []),
      ...(city ? [isInCity(city)] : []),
    ]);
}

const isInCity = (city: string) => sql<boolean>`exists (
  select from job_job_location join job_location on job_location.id = job_location_id
  where job_id = job.id and lower(city) = lower(${city}))`;

/** One job with all that its page shows; null for a draft and for a slug that nobody has. */
export async function findJob(db: Db, slug: string, viewerId: ViewerId): Promise<Job | null> {
  if (!isSlug(slug)) return null;
  if (viewerId) await expireStarted(db, viewerId);
  const row = await selectJobs(db, viewerId)
    .where('job.slug', '=', slug)
    .where('job.status', '!=', 'DRAFT')
    .executeTakeFirst();
  return row ? presentJob(row) : null;
}

/** @throws HttpError NOT_FOUND */
export async function requireJob(db: Db, slug: string, viewerId: ViewerId): Promise<Job> {
  const job = await findJob(db, slug, viewerId);
  if (!job) throw noSuchJob();
  return job;
}

export const noSuchJob = () => new HttpError('NOT_FOUND', { message: 'There is no such job' });

/** What no slug looks like is not asked of the database, which refuses some of it. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,120}$/.test(text);

/** Open jobs to offer in place of one that is closed: of its family first, then of its level. */
export async function listSimilarJobs(
  db: Db,
  { id, family, level }: Pick<Job, 'id' | 'family' | 'level'>,
  viewerId: ViewerId,
): Promise<JobCard[]> {
  const rows = await selectJobs(db, viewerId)
    .where(isOpen)
    .where('job.id', '!=', id)
    .where((where) => where.or([where('family', '=', family), where('level', '=', level)]))
    .orderBy(sql`family = ${family} desc, level = ${level} desc, job.posted_at desc, job.id`)
    .limit(3)
    .execute();
  return rows.map(presentJobCard);
}

/** Cities with at least one listed job, by name. */
export async function listCities(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('jobJobLocation', 'jobJobLocation.jobId', 'job.id')
    .innerJoin('jobLocation', 'jobLocation.id', 'jobJobLocation.jobLocationId')
    .select('jobLocation.city')
    .distinct()
    .where(isListed)
    .orderBy('jobLocation.city')
    .execute();
  return rows.map(({ city }) => city);
}

/** The rows of some jobs by id, drafts left out; for what refers to jobs. */
export async function findJobRows(
  db: Db,
  ids: readonly string[],
  viewerId: ViewerId,
): Promise<Map<string, JobRow>> {
  if (!ids.length) return new Map();
  const rows = await selectJobs(db, viewerId).where('job.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
