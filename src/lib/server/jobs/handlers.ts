import type { jobCalls } from '../../contract/jobs.ts';
import { presentList } from '../http/list.ts';
import type { Handlers } from '../http/serve.ts';
import { listJobs, requireJob } from './find-jobs.ts';

/** Jobs, to everybody. */
export const jobHandlers: Handlers<keyof typeof jobCalls> = {
  'GET /api/v1/moonshot/jobs/': async ({ db, query, session }) =>
    presentList('/api/v1/moonshot/jobs/', query, await listJobs(db, query, session?.user.id ?? null)),

  'GET /api/v1/moonshot/jobs/{jobSlug}/': ({ db, params, session }) =>
    requireJob(db, params.jobSlug, session?.user.id ?? null),
};
