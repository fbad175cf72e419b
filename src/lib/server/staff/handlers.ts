import type { staffApplicationRoutes } from '#lib/contract/staff/staff-applications.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/staff-appointments.ts';
import type { staffJobRoutes } from '#lib/contract/staff/staff-jobs.ts';
import type { staffPeopleRoutes } from '#lib/contract/staff/staff-people.ts';
import type { Handlers } from '#lib/server/context.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';
import { bookSlot } from '#lib/server/hiring/interviews/book-slot.ts';
import { moveRegistration } from '#lib/server/hiring/registration/move-registration.ts';
import { setUpTraining } from '#lib/server/hiring/trainings/set-up-training.ts';
import { listAudit } from './audit-list.ts';
import {
  listQueue,
  readBoard,
  requireStaffApplication,
  requireStanding,
} from './hiring/applications/find-applications.ts';
import { importMoves } from './hiring/applications/import-moves.ts';
import { byStaff, moveApplications, notesOf } from './hiring/applications/move-applications.ts';
import { requireSeen } from './hiring/applications/require-seen.ts';
import { writeNote } from './hiring/applications/write-note.ts';
import { listBatches, listSlots, requireBatch, requireSlot } from './hiring/appointments/seats.ts';
import { cancelBatch, createBatch, updateBatch } from './hiring/appointments/write-batch.ts';
import { cancelSlot, createSlots } from './hiring/appointments/write-slots.ts';
import { listCandidates, requireCandidate } from './hiring/candidates/candidates.ts';
import { listJobChoices, listStaffJobs, requireStaffJob } from './hiring/jobs/find-jobs.ts';
import { importJobs } from './hiring/jobs/import-jobs.ts';
import { moveJob } from './hiring/jobs/move-job.ts';
import { createEmployer, createLocation } from './hiring/jobs/write-choices.ts';
import { createJob, updateJob } from './hiring/jobs/write-job.ts';
import { presentPage } from './staff-list.ts';

/** What staff may call. Every change is audited where it is made, in its own transaction. */

const applications: Handlers<keyof typeof staffApplicationRoutes> = {
  'GET /api/v1/staff/job-applications/': async ({ db, query }) =>
    presentPage('/api/v1/staff/job-applications/', query, await listQueue(db, query)),

  'GET /api/v1/staff/board/': ({ db, query }) => readBoard(db, query.jobId),

  'GET /api/v1/staff/job-applications/{jobApplicationId}/': ({ db, params }) =>
    requireStaffApplication(db, params.jobApplicationId),

  'POST /api/v1/staff/job-applications/move/': ({ session, body, ...given }) =>
    moveApplications(given, session.user.id, body),

  'POST /api/v1/staff/job-applications/import/': ({ session, body, ...given }) =>
    importMoves(given, session.user.id, body),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/note/': ({ db, params, session, body }) =>
    writeNote(db, session.user.id, params.jobApplicationId, body.text),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-slot/': async (asked) => {
    const { db, messages, config, params, session, body } = asked;
    const { application } = await requireStanding(db, params.jobApplicationId);
    await db
      .transaction()
      .execute((trx) => bookSlot({ trx, messages, config }, byStaff(session.user.id), application.id, body));
    return requireStaffApplication(db, application.id);
  },

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-batch/': async (asked) => {
    const { db, messages, config, params, session, body } = asked;
    const { application } = await requireStanding(db, params.jobApplicationId);
    const by = byStaff(session.user.id);
    await db
      .transaction()
      .execute((trx) => setUpTraining({ trx, messages, config }, by, application.id, body.batchId));
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

  'POST /api/v1/staff/jobs/import/': ({ session, body, ...given }) =>
    importJobs(given, session.user.id, body),

  'POST /api/v1/staff/preview-markdown/': async ({ body }) => ({ html: renderMarkdown(body.text) }),

  'GET /api/v1/staff/job-choices/': ({ db }) => listJobChoices(db),

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

  'PATCH /api/v1/staff/batches/{batchId}/update/': async ({ params, session, body, ...given }) => {
    const { id } = await requireBatch(given.db, params.batchId);
    await updateBatch(given, session.user.id, id, body);
    return requireBatch(given.db, id);
  },

  'POST /api/v1/staff/batches/{batchId}/cancel/': async ({ params, session, body, ...given }) => {
    const { id } = await requireBatch(given.db, params.batchId);
    const released = await cancelBatch(given, session.user.id, id, body.publicNote ?? null);
    return { ...(await requireBatch(given.db, id)), released };
  },

  'GET /api/v1/staff/slots/': async ({ db, query }) =>
    presentPage('/api/v1/staff/slots/', query, await listSlots(db, query)),

  'POST /api/v1/staff/slots/create/': ({ db, session, body }) => createSlots(db, session.user.id, body),

  'POST /api/v1/staff/slots/{slotId}/cancel/': async ({ params, session, body, ...given }) => {
    const { id } = await requireSlot(given.db, params.slotId);
    const released = await cancelSlot(given, session.user.id, id, body.publicNote ?? null);
    return { ...(await requireSlot(given.db, id)), released };
  },
};

const people: Handlers<keyof typeof staffPeopleRoutes> = {
  'GET /api/v1/staff/candidates/': async ({ db, query }) =>
    presentPage('/api/v1/staff/candidates/', query, await listCandidates(db, query)),

  'GET /api/v1/staff/candidates/{userId}/': ({ db, params }) => requireCandidate(db, params.userId),

  'POST /api/v1/staff/candidates/{userId}/move/': async (asked) => {
    const { db, messages, config, params, session, body } = asked;
    const { id } = await requireCandidate(db, params.userId);
    const by = byStaff(session.user.id);
    await db.transaction().execute(async (trx) => {
      await requireSeen(trx, id, body.updatedAt);
      await moveRegistration({ trx, messages, config }, by, id, body.action, notesOf(body));
    });
    return requireCandidate(db, id);
  },

  'GET /api/v1/staff/audit-events/': async ({ db, query }) =>
    presentPage('/api/v1/staff/audit-events/', query, await listAudit(db, query)),
};

export const staffHandlers = { ...applications, ...jobs, ...appointments, ...people };
