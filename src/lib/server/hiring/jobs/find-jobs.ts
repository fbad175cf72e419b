import { sql } from 'kysely';
import type { Job, JobCard } from '#lib/contract/hiring/jobs.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findApplicationLimit } from '../applications/application-limits.ts';
import { findCandidate } from '../candidate-rows.ts';
import { expireApplications } from '../due-transitions.ts';
import { isOpen, selectJobs, type ViewerId } from '../job-rows.ts';
import { presentJob, presentJobCard } from './present-job.ts';

/** Queries of jobs that a viewer may see. Drafts are treated as missing. [API-41] */

/** Finds a job with everything that its page shows; null for a draft and an unknown slug. */
export async function findJob(db: Db, slug: string, viewerId: ViewerId): Promise<Job | null> {
  if (!isSlug(slug)) return null;
  if (viewerId) await expireApplications(db, viewerId);
  const row = await selectJobs(db, viewerId)
    .where('job.slug', '=', slug)
    .where('job.status', '!=', 'DRAFT')
    .executeTakeFirst();
  if (!row || !viewerId) return row ? presentJob(row, null) : null;
  const limit = await findApplicationLimit(db, { userId: viewerId, jobSlug: slug });
  return presentJob(row, await findCandidate(db, viewerId), limit?.message);
}

/** Finds a job as its page would show it to a visitor, a draft too; null for an unknown id. Only staff may see it. */
export async function findJobPreview(db: Db, id: string): Promise<Job | null> {
  const row = await selectJobs(db, null).where('job.id', '=', id).executeTakeFirst();
  return row ? presentJob(row, null) : null;
}

/** Returns the job or throws `NOT_FOUND`. */
export async function requireJob(db: Db, slug: string, viewerId: ViewerId): Promise<Job> {
  const job = await findJob(db, slug, viewerId);
  if (!job) throw createJobNotFoundError();
  return job;
}

export const createJobNotFoundError = () => new HttpError('NOT_FOUND', { message: 'There is no such job' });

/** PostgreSQL rejects some characters that a path may contain, such as a NUL byte. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,120}$/.test(text);

/** Lists open jobs as alternatives to a closed one: of the same family first, then of the same level. */
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

/** Lists the open jobs for the sitemap, newest first. */
export function listOpenJobAddresses(db: Db): Promise<{ slug: string; postedAt: Date }[]> {
  return db
    .selectFrom('job')
    .select(['slug', 'postedAt'])
    .where(isOpen)
    .orderBy('postedAt', 'desc')
    .execute();
}
