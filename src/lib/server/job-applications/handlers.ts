import type { jobApplicationCalls } from '../../contract/job-applications.ts';
import { attributionOf } from '../attribution.ts';
import { presentList } from '../http/list.ts';
import type { Handlers } from '../http/serve.ts';
import { listApplications, requireApplication } from './find-applications.ts';
import { startApplication } from './start-application.ts';

/** A person's applications to jobs. */
export const jobApplicationHandlers: Handlers<keyof typeof jobApplicationCalls> = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': async ({ db, params, session, cookies, log }) => {
    const userId = session.user.id;
    const { id, isExisting } = await startApplication(
      db,
      { userId, jobSlug: params.jobSlug },
      attributionOf(cookies),
    );
    if (!isExisting)
      log.info({ event: 'application.started', userId, applicationId: id }, 'application started');
    return { ...(await requireApplication(db, userId, id)), isExisting };
  },

  'GET /api/v1/moonshot/job-applications/': async ({ db, query, session }) =>
    presentList(
      '/api/v1/moonshot/job-applications/',
      query,
      await listApplications(db, session.user.id, query),
    ),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/': ({ db, params, session }) =>
    requireApplication(db, session.user.id, params.jobApplicationId),
};
