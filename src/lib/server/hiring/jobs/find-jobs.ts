import { sql } from 'kysely';
import type { Job, JobCard } from '#lib/contract/hiring/jobs.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { expireStarted } from '../applications/expire-started.ts';
import { findCandidate } from '../registration/find-candidates.ts';
import { presentJob, presentJobCard } from './present-job.ts';
import { isOpen, type JobRow, selectJobs, type ViewerId } from './select-jobs.ts';

/** Jobs as a viewer may see them: a draft is not there at all. API-41. */

/** One job with all that its page shows; null for a draft and for a slug that nobody has. */
export async function findJob(db: Db, slug: string, viewerId: ViewerId): Promise<Job | null> {
  if (!isSlug(slug)) return null;
  if (viewerId) await expireStarted(db, viewerId);
  const row = await selectJobs(db, viewerId)
    .where('job.slug', '=', slug)
    .where('job.status', '!=', 'DRAFT')
    .executeTakeFirst();
  return row ? presentJob(row, viewerId ? await findCandidate(db, viewerId) : null) : null;
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
