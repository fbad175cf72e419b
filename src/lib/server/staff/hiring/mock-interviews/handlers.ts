import type { interviewPassRoutes } from '#lib/contract/staff/hiring/interview-passes.ts';
import type { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import type { Handlers } from '#lib/server/context.ts';
import {
  moveMockInterview,
  rescheduleMockInterview,
} from '#lib/server/hiring/mock-interviews/move-mock-interview.ts';
import { presentPage } from '../../list-page.ts';
import { runStaffAction } from '../../undo/run-staff-action.ts';
import { staffActor } from '../applications/move-applications.ts';
import { listMockInterviews, requireStaffMockInterview } from './find-mock-interviews.ts';
import { listInterviewPasses, recordPassPayment } from './interview-passes.ts';
import { createExpert, listExperts, removeExpert, requireStaffExpert } from './staff-experts.ts';

/** Handlers of experts and mock interviews. Each write records its audit event in its own transaction. */
export const staffMockInterviewHandlers: Handlers<
  keyof typeof staffMockInterviewRoutes | keyof typeof interviewPassRoutes
> = {
  'GET /api/v1/staff/experts/': async ({ db }) => ({ results: await listExperts(db) }),

  'POST /api/v1/staff/experts/create/': async ({ db, session, body }) => {
    const phone = requirePhone(body).e164;
    const id = await createExpert(db, session.user.id, { phone, coachSlug: body.coachSlug });
    return requireStaffExpert(db, id);
  },

  'POST /api/v1/staff/experts/{expertId}/remove/': async ({ db, session, params }) => {
    await removeExpert(db, session.user.id, params.expertId);
    return {};
  },

  'GET /api/v1/staff/mock-interviews/': async ({ db, query }) =>
    presentPage('/api/v1/staff/mock-interviews/', query, await listMockInterviews(db, query)),

  'POST /api/v1/staff/mock-interviews/{mockInterviewId}/move/': async (context) => {
    const { db, session, params, body } = context;
    const { id } = await requireStaffMockInterview(db, params.mockInterviewId);
    await runStaffAction(context, session.user.id, `mockInterview.${body.action}`, (work) =>
      moveMockInterview(work, staffActor(session.user.id), id, {
        action: body.action,
        publicNote: body.publicNote ?? null,
      }),
    );
    return requireStaffMockInterview(db, id);
  },

  'POST /api/v1/staff/mock-interviews/{mockInterviewId}/reschedule/': async (context) => {
    const { db, session, params, body } = context;
    const { id } = await requireStaffMockInterview(db, params.mockInterviewId);
    await runStaffAction(context, session.user.id, 'mockInterview.MOVE', (work) =>
      rescheduleMockInterview(work, staffActor(session.user.id), id, body.slotId),
    );
    return requireStaffMockInterview(db, id);
  },

  'GET /api/v1/staff/interview-passes/': async ({ db, query }) =>
    presentPage('/api/v1/staff/interview-passes/', query, await listInterviewPasses(db, query)),

  'POST /api/v1/staff/interview-passes/record-payment/': (context) => {
    const { session, body } = context;
    const { amount, method, reference } = body;
    const payment = { phone: requirePhone(body).e164, amount, method, reference };
    return runStaffAction(context, session.user.id, 'interviewPass.PAY', (work) =>
      recordPassPayment(work, session.user.id, payment),
    );
  },
};
