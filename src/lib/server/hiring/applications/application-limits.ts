import { type RawBuilder, sql } from 'kysely';
import { formatWait } from '#lib/domain/core/time-text.ts';
import type { Db } from '#lib/server/db/index.ts';

/** How many applications one person may start in 24 hours, for one job and in all. [C-41] */
const maxPerJob = 3;
const maxPerPerson = 20;

/** Applications that the person started in the last 24 hours, whatever became of them. */
const recentOf = (userId: string) => sql`
  from job_application recent where recent.user_id = ${userId}::uuid and recent.started_at > now() - interval '24 hours'`;

/** The condition of the insert that the person may start another application for `job`. [C-41] */
export const isWithinLimits = (userId: string): RawBuilder<boolean> => sql`(
  select count(*) < ${maxPerPerson} and count(*) filter (where recent.job_id = job.id) < ${maxPerJob}
  ${recentOf(userId)})`;

/** The limit that a person has reached: what they read, and the seconds until they may apply again. */
export interface ApplicationLimit {
  message: string;
  retryAfter: number;
}

/**
 * Finds the limit that prevents another application for a job; of two, the one with the longer wait. Returns null while the
 * person may apply.
 */
export async function findApplicationLimit(
  db: Db,
  { userId, jobSlug }: { userId: string; jobSlug: string },
): Promise<ApplicationLimit | null> {
  // A place becomes free 24 hours after the oldest of the last 3, or 20, applications.
  const wait = (max: number, condition = sql``) => sql<number | null>`(
    select ceil(extract(epoch from recent.started_at + interval '24 hours' - now()))::int
    ${recentOf(userId)} ${condition} order by recent.started_at desc offset ${max - 1} limit 1)`;
  const { job, all } = await db
    .selectNoFrom([
      wait(maxPerJob, sql`and recent.job_id = (select id from job where slug = ${jobSlug})`).as('job'),
      wait(maxPerPerson).as('all'),
    ])
    .executeTakeFirstOrThrow();
  if (all !== null && all > (job ?? 0))
    return { message: `You started ${maxPerPerson} applications today. ${retryText(all)}`, retryAfter: all };
  if (job === null) return null;
  return { message: `You applied for this job ${maxPerJob} times today. ${retryText(job)}`, retryAfter: job };
}

const retryText = (seconds: number) => `Try again in ${formatWait(seconds)}.`;
