import type { staffApplicationRoutes } from '#lib/contract/staff/applications.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import type { staffAuditRoutes } from '#lib/contract/staff/audit.ts';
import type { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import type { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import type { Handlers } from '#lib/server/context.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';
import { bookSlot } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { setUpTraining } from '#lib/server/hiring/appointments/training-transitions.ts';
import { moveRegistration } from '#lib/server/hiring/registration/move-registration.ts';
import { listAudit } from './audit.ts';
import {
  listApplications,
  loadBoard,
  requireApplication,
  requireStaffApplication,
} from './hiring/applications/find-applications.ts';
import { importMoves } from './hiring/applications/import-moves.ts';
import { moveApplications, staffActor, toTransitionNotes } from './hiring/applications/move-applications.ts';
import { createNote } from './hiring/applications/write-note.ts';
import { createBatch, updateBatch } from './hiring/appointments/batches.ts';
import { cancelAppointment } from './hiring/appointments/cancel-appointment.ts';
import {
  listBatches,
  listSlots,
  requireBatch,
  requireSlot,
} from './hiring/appointments/find-appointments.ts';
import { createSlots } from './hiring/appointments/slots.ts';
import { listCandidates, requireCandidate } from './hiring/candidates/find-candidates.ts';
import { requireUnchanged } from './hiring/candidates/require-unchanged.ts';
import { createEmployer, createLocation } from './hiring/jobs/create-employer.ts';
import { listJobOptions, listStaffJobs, requireStaffJob } from './hiring/jobs/find-jobs.ts';
import { importJobs } from './hiring/jobs/import-jobs.ts';
import { moveJob } from './hiring/jobs/move-job.ts';
import { createJob, updateJob } from './hiring/jobs/write-job.ts';
import { presentPage } from './list-page.ts';

/** Handlers of the staff's endpoints. Each write records its audit event in its own transaction. */

const applications: Handlers<keyof typeof staffApplicationRoutes> = {
  'GET /api/v1/staff/job-applications/': async ({ db, query }) =>
    presentPage('/api/v1/staff/job-applications/', query, await listApplications(db, query)),

  'GET /api/v1/staff/board/': ({ db, query }) => loadBoard(db, query.jobId),

  'GET /api/v1/staff/job-applications/{jobApplicationId}/': ({ db, params }) =>
    requireStaffApplication(db, params.jobApplicationId),

  'POST /api/v1/staff/job-applications/move/': ({ session, body, ...deps }) =>
    moveApplications(deps, session.user.id, body),

  'POST /api/v1/staff/job-applications/import/': ({ session, body, ...deps }) =>
    importMoves(deps, session.user.id, body),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/note/': ({ db, params, session, body }) =>
    createNote(db, session.user.id, params.jobApplicationId, body.text),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-slot/': async (context) => {
    const { db, messages, config, params, session, body } = context;
    const { application } = await requireApplication(db, params.jobApplicationId);
    await db
      .transaction()
      .execute((trx) =>
        bookSlot({ trx, messages, config }, staffActor(session.user.id), application.id, body),
      );
    return requireStaffApplication(db, application.id);
  },

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': async (context) => {
    const { db, messages, config, params, session, body } = context;
    const { application } = await requireApplication(db, params.jobApplicationId);
    const actor = staffActor(session.user.id);
    await db
      .transaction()
      .execute((trx) => setUpTraining({ trx, messages, config }, actor, application.id, body.batchId));
    return requireStaffApplication(db, application.id);
  },
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

  'POST /api/v1/staff/jobs/{jobId}/move/': async ({ db, params, session, body }) => {
    const { id } = await requireStaffJob(db, params.jobId);
    await moveJob(db, session.user.id, id, body.action);
    return requireStaffJob(db, id);
  },

  'POST /api/v1/staff/jobs/import/': ({ session, body, ...deps }) => importJobs(deps, session.user.id, body),

  'POST /api/v1/staff/preview-markdown/': async ({ body }) => ({ html: renderMarkdown(body.text) }),

  'GET /api/v1/staff/job-choices/': ({ db }) => listJobOptions(db),

  'POST /api/v1/staff/employers/create/': ({ db, session, body }) =>
    createEmployer(db, session.user.id, body),

  'POST /api/v1/staff/locations/create/': ({ db, session, body }) =>
    createLocation(db, session.user.id, body),
};

const appointments: Handlers<keyof typeof staffAppointmentRoutes> = {
  'GET /api/v1/staff/batches/': async ({ db, query }) =>
    presentPage('/api/v1/staff/batches/', query, await listBatches(db, query)),

  'POST /api/v1/staff/batches/create/': async ({ db, session, body }) => {
    const { id, isExisting } = await createBatch(db, session.user.id, body);
    return { ...(await requireBatch(db, id)), isExisting };
  },

  'PATCH /api/v1/staff/batches/{batchId}/update/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireBatch(deps.db, params.batchId);
    await updateBatch(deps, session.user.id, id, body);
    return requireBatch(deps.db, id);
  },

  'POST /api/v1/staff/batches/{batchId}/cancel/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireBatch(deps.db, params.batchId);
    const released = await cancelAppointment(deps, session.user.id, 'batch', id, body.publicNote ?? null);
    return { ...(await requireBatch(deps.db, id)), released };
  },

  'GET /api/v1/staff/slots/': async ({ db, query }) =>
    presentPage('/api/v1/staff/slots/', query, await listSlots(db, query)),

  'POST /api/v1/staff/slots/create/': ({ db, session, body }) => createSlots(db, session.user.id, body),

  'POST /api/v1/staff/slots/{slotId}/cancel/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireSlot(deps.db, params.slotId);
    const released = await cancelAppointment(deps, session.user.id, 'slot', id, body.publicNote ?? null);
    return { ...(await requireSlot(deps.db, id)), released };
  },
};

const candidates: Handlers<keyof typeof staffCandidateRoutes> = {
  'GET /api/v1/staff/candidates/': async ({ db, query }) =>
    presentPage('/api/v1/staff/candidates/', query, await listCandidates(db, query)),

  'GET /api/v1/staff/candidates/{userId}/': ({ db, params }) => requireCandidate(db, params.userId),

  'POST /api/v1/staff/candidates/{userId}/move/': async (context) => {
    const { db, messages, config, params, session, body } = context;
    const { id } = await requireCandidate(db, params.userId);
    const actor = staffActor(session.user.id);
    await db.transaction().execute(async (trx) => {
      await requireUnchanged(trx, id, body.updatedAt);
      await moveRegistration({ trx, messages, config }, actor, id, body.action, toTransitionNotes(body));
    });
    return requireCandidate(db, id);
  },
};

const audit: Handlers<keyof typeof staffAuditRoutes> = {
  'GET /api/v1/staff/audit-events/': async ({ db, query }) =>
    presentPage('/api/v1/staff/audit-events/', query, await listAudit(db, query)),
};

export const staffHandlers = { ...applications, ...jobs, ...appointments, ...candidates, ...audit };
