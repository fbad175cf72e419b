import type { savedJobRoutes } from '#lib/contract/hiring/saved-jobs.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentList } from '#lib/server/http/list.ts';
import { createJobAlert, deleteJobAlert, listJobAlerts, switchJobAlerts } from './job-alerts.ts';
import { listSavedJobs, saveJob } from './save-job.ts';

/** Handlers of saved jobs and of the searches whose new jobs a person gets by email. */
export const savedJobHandlers: Handlers<keyof typeof savedJobRoutes> = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/save/': async ({ db, session, params, body }) => {
    await saveJob(db, session.user.id, params.jobSlug, body.isSaved);
    return { isSaved: body.isSaved };
  },

  'GET /api/v1/moonshot/saved-jobs/': async ({ db, session, query }) =>
    presentList('/api/v1/moonshot/saved-jobs/', query, await listSavedJobs(db, session.user.id, query)),

  'GET /api/v1/moonshot/job-alerts/': ({ db, session }) => listJobAlerts(db, session.user.id),

  'POST /api/v1/moonshot/job-alerts/create/': ({ db, session, body }) =>
    createJobAlert(db, session.user.id, body),

  'DELETE /api/v1/moonshot/job-alerts/{jobAlertId}/delete/': async ({ db, session, params }) => {
    await deleteJobAlert(db, session.user.id, params.jobAlertId);
    return {};
  },

  'POST /api/v1/moonshot/job-alerts/switch/': async ({ db, session, body: { isOn } }) => {
    await switchJobAlerts(db, session.user.id, isOn);
    return { isOn };
  },
};
