import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import type { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import type { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import type { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import type { Handlers } from '#lib/server/context.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';
import { cancelInterview } from '#lib/server/hiring/appointments/cancel-interview.ts';
import { setUpTraining } from '#lib/server/hiring/appointments/training-transitions.ts';
import { moveRegistration } from '#lib/server/hiring/registration/move-registration.ts';
import { listAudit } from './audit-log/list-audit.ts';
import { onBehalfHandlers } from './hiring/applications/act-for-candidate.ts';
import { applicationListHandlers } from './hiring/applications/application-lists.ts';
import { applicationOwnerHandlers } from './hiring/applications/assign-applications.ts';
import { changeApplication } from './hiring/applications/change-application.ts';
import { applicationCityHandlers } from './hiring/applications/change-city.ts';
import {
  listApplications,
  loadBoard,
  requireStaffApplication,
} from './hiring/applications/find-applications.ts';
import { importMoves } from './hiring/applications/import-moves.ts';
import { candidateMessageHandlers } from './hiring/applications/messages/write-to-candidates.ts';
import { moveApplications, staffActor, toTransitionNotes } from './hiring/applications/move-applications.ts';
import { applicationMoveHandlers } from './hiring/applications/preview-moves.ts';
import { resolveOwner } from './hiring/applications/queue-filters.ts';
import { createNote } from './hiring/applications/write-note.ts';
import { interviewTimeHandlers } from './hiring/appointments/book-time.ts';
import { appointmentHandlers } from './hiring/appointments/handlers.ts';
import { pastInterviewHandlers } from './hiring/appointments/past-interviews/record-past-interview.ts';
import { scorecardHandlers } from './hiring/appointments/scorecard-handlers.ts';
import { batchHandlers } from './hiring/batches/handlers.ts';
import { listCandidates, requireCandidate } from './hiring/candidates/find-candidates.ts';
import { requireUnchanged } from './hiring/candidates/require-unchanged.ts';
import { employerLinkHandlers } from './hiring/employer-links/handlers.ts';
import { employerHandlers } from './hiring/employers/handlers.ts';
import { createLocation } from './hiring/jobs/create-location.ts';
import { listJobOptions, listStaffJobs, requireStaffJob } from './hiring/jobs/find-jobs.ts';
import { importJobs } from './hiring/jobs/import-jobs.ts';
import { moveJob } from './hiring/jobs/move-job.ts';
import { previewMoveJob } from './hiring/jobs/preview-move-job.ts';
import { createJob, updateJob } from './hiring/jobs/write-job.ts';
import { staffMockInterviewHandlers } from './hiring/mock-interviews/handlers.ts';
import { staffOfferHandlers } from './hiring/offers/handlers.ts';
import { placementHandlers } from './hiring/placements/handlers.ts';
import { presentPage } from './list-page.ts';
import { messageTemplateHandlers } from './messages/message-templates.ts';
import { notificationTextHandlers } from './messages/notification-texts.ts';
import { runStaffAction } from './undo/run-staff-action.ts';

/** Handlers of the staff's endpoints. Each write records its audit event in its own transaction. */

const applications: Handlers<keyof typeof staffApplicationRoutes> = {
  'GET /api/v1/staff/job-applications/': async ({ db, query, session }) => {
    const page = await listApplications(db, resolveOwner(query, session.user.id));
    return presentPage('/api/v1/staff/job-applications/', query, page);
  },

  'GET /api/v1/staff/board/': ({ db, query, session }) => loadBoard(db, resolveOwner(query, session.user.id)),

  'GET /api/v1/staff/job-applications/{jobApplicationId}/': ({ db, params }) =>
    requireStaffApplication(db, params.jobApplicationId),

  'POST /api/v1/staff/job-applications/move/': ({ session, body, ...deps }) =>
    moveApplications(deps, session.user.id, body),

  'POST /api/v1/staff/job-applications/import/': ({ session, body, ...deps }) =>
    importMoves(deps, session.user.id, body),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/note/': ({ db, params, session, body }) =>
    createNote(db, session.user.id, params.jobApplicationId, body.text),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/cancel-interview/': (context) =>
    changeApplication(context, 'application.CANCEL_INTERVIEW', (work, staff, id) => {
      const { publicNote = null, mayRebook } = context.body;
      return cancelInterview(work, staff, id, { publicNote, mayRebook });
    }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': (context) =>
    changeApplication(context, 'application.SETUP_TRAINING', (work, staff, id) =>
      setUpTraining(work, staff, id, context.body.batchId),
    ),
};

const jobs: Handlers<keyof typeof staffJobRoutes> = {
  'GET /api/v1/staff/jobs/': async ({ db, query }) =>
    presentPage('/api/v1/staff/jobs/', query, await listStaffJobs(db, query)),

  'GET /api/v1/staff/jobs/{jobId}/': ({ db, params }) => requireStaffJob(db, params.jobId),

  'POST /api/v1/staff/jobs/create/': async ({ db, session, body }) =>
    requireStaffJob(db, await createJob(db, session.user.id, body)),

  'PATCH /api/v1/staff/jobs/{jobId}/update/': async ({ db, params, session, body }) => {
    const { id } = await requireStaffJob(db, params.jobId);
    await updateJob(db, session.user.id, id, body);
    return requireStaffJob(db, id);
  },

  'POST /api/v1/staff/jobs/{jobId}/move/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireStaffJob(deps.db, params.jobId);
    await moveJob(deps, session.user.id, { id, ...body });
    return requireStaffJob(deps.db, id);
  },

  'POST /api/v1/staff/jobs/{jobId}/preview-move/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireStaffJob(deps.db, params.jobId);
    return previewMoveJob(deps, session.user.id, { id, ...body });
  },

  'POST /api/v1/staff/jobs/import/': ({ session, body, ...deps }) => importJobs(deps, session.user.id, body),

  'POST /api/v1/staff/preview-markdown/': async ({ body }) => ({ html: renderMarkdown(body.text) }),

  'GET /api/v1/staff/job-choices/': ({ db }) => listJobOptions(db),

  'POST /api/v1/staff/locations/create/': ({ db, session, body }) =>
    createLocation(db, session.user.id, body),
};

const candidates: Handlers<keyof typeof staffCandidateRoutes> = {
  'GET /api/v1/staff/candidates/': async ({ db, query }) =>
    presentPage('/api/v1/staff/candidates/', query, await listCandidates(db, query)),

  'GET /api/v1/staff/candidates/{userId}/': ({ db, params }) => requireCandidate(db, params.userId),

  'POST /api/v1/staff/candidates/{userId}/move/': async (context) => {
    const { db, params, session, body } = context;
    const { id } = await requireCandidate(db, params.userId);
    const actor = staffActor(session.user.id);
    await runStaffAction(context, session.user.id, `candidate.${body.action}`, async (work) => {
      await requireUnchanged(work.trx, id, body.updatedAt);
      await moveRegistration(work, actor, id, body.action, toTransitionNotes(body));
    });
    return requireCandidate(db, id);
  },
};

const audit: Handlers<keyof typeof staffAuditRoutes> = {
  'GET /api/v1/staff/audit-events/': async ({ db, query }) =>
    presentPage('/api/v1/staff/audit-events/', query, await listAudit(db, query)),
};

export const staffHandlers = {
  ...applications,
  ...applicationMoveHandlers,
  ...applicationOwnerHandlers,
  ...applicationCityHandlers,
  ...applicationListHandlers,
  ...onBehalfHandlers,
  ...candidateMessageHandlers,
  ...messageTemplateHandlers,
  ...notificationTextHandlers,
  ...jobs,
  ...appointmentHandlers,
  ...interviewTimeHandlers,
  ...pastInterviewHandlers,
  ...batchHandlers,
  ...scorecardHandlers,
  ...staffOfferHandlers,
  ...placementHandlers,
  ...staffMockInterviewHandlers,
  ...employerLinkHandlers,
  ...employerHandlers,
  ...candidates,
  ...audit,
};
