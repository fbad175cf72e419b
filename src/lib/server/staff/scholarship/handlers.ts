import type { staffScholarshipRoutes } from '#lib/contract/staff/enrolment/scholarships.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { listStaffScholarships, requireStaffScholarship } from './find-scholarships.ts';
import { overrideAward } from './override-award.ts';
import { listQuestionStatistics } from './question-statistics.ts';

/** Handlers of the staff's side of the scholarship test. [API-21] */
export const staffScholarshipHandlers: Handlers<keyof typeof staffScholarshipRoutes> = {
  'GET /api/v1/staff/scholarships/': async ({ db, query }) =>
    presentPage('/api/v1/staff/scholarships/', query, await listStaffScholarships(db, query)),

  'GET /api/v1/staff/scholarships/{registrationId}/': ({ db, params }) =>
    requireStaffScholarship(db, params.registrationId),

  'POST /api/v1/staff/scholarships/{registrationId}/override/': async ({
    params,
    session,
    body,
    ...deps
  }) => {
    const { registrationId: id } = params;
    const staff = { type: 'STAFF' as const, id: session.user.id };
    const { publicNote = null, ...input } = body;
    await runStaffAction(deps, staff.id, 'scholarship.OVERRIDE', (work) =>
      overrideAward(work, staff, id, { ...input, publicNote }),
    );
    return requireStaffScholarship(deps.db, id);
  },

  'GET /api/v1/staff/scholarship-questions/': async ({ db, query }) =>
    presentPage('/api/v1/staff/scholarship-questions/', query, await listQuestionStatistics(db, query)),
};
