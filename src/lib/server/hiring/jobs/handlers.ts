import type { jobRoutes } from '#lib/contract/hiring/jobs.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentList } from '#lib/server/http/list.ts';
import { requireJob } from './find-jobs.ts';
import { listJobs } from './search-jobs.ts';

/** Handlers of the public jobs. */
export const jobHandlers: Handlers<keyof typeof jobRoutes> = {
  'GET /api/v1/moonshot/jobs/': async ({ db, query, session }) => {
    const { openCount: _, count, results, ...more } = await listJobs(db, query, session?.user.id ?? null);
    return { ...presentList('/api/v1/moonshot/jobs/', query, { count, results }), ...more };
  },

  'GET /api/v1/moonshot/jobs/{jobSlug}/': ({ db, params, session }) =>
    requireJob(db, params.jobSlug, session?.user.id ?? null),
};
