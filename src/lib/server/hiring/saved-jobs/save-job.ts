import { sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { createJobNotFoundError, isSlug } from '../jobs/find-jobs.ts';
import { findJobCards } from '../jobs/search-jobs.ts';

/** Saves a job for a person, or removes it. Throws `NOT_FOUND` for a job that nobody can see. [API-41] */
export async function saveJob(db: Db, userId: string, jobSlug: string, isSaved: boolean): Promise<void> {
  const job = isSlug(jobSlug)
    ? await db
        .selectFrom('job')
        .select('id')
        .where('slug', '=', jobSlug)
        .where('status', '!=', 'DRAFT')
        .executeTakeFirst()
    : undefined;
  if (!job) throw createJobNotFoundError();
  if (isSaved)
    await db
      .insertInto('savedJob')
      .values({ userId, jobId: job.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom('savedJob').where('userId', '=', userId).where('jobId', '=', job.id).execute();
}

/** Lists a person's saved jobs, the last saved one first; closed ones stay in the list. [API-41] */
export async function listSavedJobs(
  db: Db,
  userId: string,
  { limit, offset }: Paging,
): Promise<Page<JobCard>> {
  const saved = db
    .selectFrom('savedJob')
    .innerJoin('job', 'job.id', 'savedJob.jobId')
    .where('savedJob.userId', '=', userId)
    .where('job.status', '!=', 'DRAFT');
  const { count } = await saved.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await saved
    .select('savedJob.jobId')
    .orderBy('savedJob.savedAt', 'desc')
    .orderBy('savedJob.jobId')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ jobId }) => jobId);
  return { count, results: await findJobCards(db, ids, userId) };
}
