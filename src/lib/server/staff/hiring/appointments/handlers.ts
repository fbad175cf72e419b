import type { staffAppointmentRoutes } from '#lib/contract/staff/appointments.ts';
import type { interviewerRoutes } from '#lib/contract/staff/interviewers.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { presentPage } from '../../list-page.ts';
import { runStaffAction } from '../../undo/run-staff-action.ts';
import { createBatch, updateBatch } from './batches.ts';
import { cancelAppointment } from './cancel-appointment.ts';
import { listBatches, listSlots, requireBatch, requireSlot } from './find-appointments.ts';
import { assignInterviewer } from './interviewer-slots.ts';
import {
  createInterviewer,
  listInterviewers,
  requireInterviewer,
  updateInterviewer,
} from './interviewers.ts';
import { createSlots } from './slots.ts';

/** Handlers of training batches, interview slots and interviewers. Each write records its audit event in its own transaction. */
export const appointmentHandlers: Handlers<
  keyof typeof staffAppointmentRoutes | keyof typeof interviewerRoutes
> = {
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

  'PATCH /api/v1/staff/slots/{slotId}/update/': async (context) => {
    const { db, params, session, body } = context;
    const { id } = await requireSlot(db, params.slotId);
    const assign = (work: UnitOfWork) => assignInterviewer(work, session.user.id, id, body.interviewerId);
    // A guest has no account.
    await runStaffAction(context, session.user.id, 'slot.UPDATE', assign, { hasVisitors: true });
    return requireSlot(db, id);
  },

  'GET /api/v1/staff/interviewers/': async ({ db }) => ({ results: await listInterviewers(db) }),

  'POST /api/v1/staff/interviewers/create/': async ({ db, session, body }) =>
    requireInterviewer(db, await createInterviewer(db, session.user.id, body)),

  'PATCH /api/v1/staff/interviewers/{interviewerId}/update/': async ({ db, params, session, body }) => {
    const { id } = await requireInterviewer(db, params.interviewerId);
    await updateInterviewer(db, session.user.id, id, body);
    return requireInterviewer(db, id);
  },
};
