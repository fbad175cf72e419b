import type { staffBatchRoutes } from '#lib/contract/staff/hiring/batches.ts';
import type { Handlers } from '#lib/server/context.ts';
import { requireBatch } from '../appointments/find-appointments.ts';
import { markAttendance } from './mark-attendance.ts';
import { writeToBatch } from './write-to-batch.ts';

/** Handlers of the people in a training batch. Each write records its audit event in its own transaction. */
export const batchHandlers: Handlers<keyof typeof staffBatchRoutes> = {
  'POST /api/v1/staff/batches/{batchId}/attendance/': async ({ db, params, session, body }) => {
    const { id } = await requireBatch(db, params.batchId);
    return markAttendance(db, session.user.id, id, body);
  },

  'POST /api/v1/staff/batches/{batchId}/messages/create/': async ({ params, session, body, ...deps }) => {
    const { id } = await requireBatch(deps.db, params.batchId);
    return writeToBatch(deps, session.user.id, id, body);
  },
};
