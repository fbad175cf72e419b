import type { Db } from '#lib/server/db/index.ts';
import { isOpen } from './select-jobs.ts';

/** What the sitemap lists: jobs that people can apply for now, newest first. */
export function listOpenJobAddresses(db: Db): Promise<{ slug: string; postedAt: Date }[]> {
  return db
    .selectFrom('job')
    .select(['slug', 'postedAt'])
    .where(isOpen)
    .orderBy('postedAt', 'desc')
    .execute();
}
