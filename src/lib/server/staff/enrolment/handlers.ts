import { validate as isUuid } from 'uuid';
import type { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import type { Handlers } from '#lib/server/context.ts';
import { createEnrolmentNotFoundError } from '#lib/server/enrolment/enrolment-aggregate.ts';
import { moveEnrolment } from '#lib/server/enrolment/move-enrolment.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { listStaffEnrolments, requireStaffEnrolment } from './find-enrolments.ts';
import { recordPayment } from './record-payment.ts';

/** Handlers of the staff's side of enrolments. */
export const staffEnrolmentHandlers: Handlers<keyof typeof staffEnrolmentRoutes> = {
  'GET /api/v1/staff/enrolments/': async ({ db, query }) =>
    presentPage('/api/v1/staff/enrolments/', query, await listStaffEnrolments(db, query)),

  'GET /api/v1/staff/enrolments/{enrolmentId}/': ({ db, params }) =>
    requireStaffEnrolment(db, params.enrolmentId),

  'POST /api/v1/staff/enrolments/{enrolmentId}/record-payment/': async ({
    params,
    session,
    body,
    ...deps
  }) => {
    const id = requireId(params.enrolmentId);
    const staff = { type: 'STAFF' as const, id: session.user.id };
    const { isExisting } = await runStaffAction(deps, staff.id, 'enrolment.RECORD_PAYMENT', (work) =>
      recordPayment(work, staff, id, body),
    );
    return { ...(await requireStaffEnrolment(deps.db, id)), isExisting };
  },

  'POST /api/v1/staff/enrolments/{enrolmentId}/move/': async ({ params, session, body, ...deps }) => {
    const id = requireId(params.enrolmentId);
    const { action, ...notes } = body;
    const { reasonCode = null, publicNote = null, privateNote = null } = notes;
    await runStaffAction(deps, session.user.id, `enrolment.${action}`, (work) =>
      moveEnrolment(work, { type: 'STAFF', id: session.user.id }, id, action, {
        ...{ reasonCode, publicNote, privateNote },
      }),
    );
    return requireStaffEnrolment(deps.db, id);
  },
};

function requireId(id: string): string {
  if (!isUuid(id)) throw createEnrolmentNotFoundError();
  return id;
}
