import type { staffMasteryRoutes } from '#lib/contract/staff/enrolment/mastery.ts';
import type { Handlers } from '#lib/server/context.ts';
import { loadMasteryForUpdate } from '#lib/server/enrolment/mastery/mastery-aggregate.ts';
import { moveMastery } from '#lib/server/enrolment/mastery/move-mastery.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { listStaffMastery, requireStaffMastery } from './find-mastery.ts';

/** Handlers of the staff's side of PM Mastery. [API-21] */
export const staffMasteryHandlers: Handlers<keyof typeof staffMasteryRoutes> = {
  'GET /api/v1/staff/pm-mastery/': async ({ db, query }) =>
    presentPage('/api/v1/staff/pm-mastery/', query, await listStaffMastery(db, query)),

  'POST /api/v1/staff/pm-mastery/{registrationId}/complete/': async ({ params, session, ...deps }) => {
    const { registrationId: id } = params;
    const staff = { type: 'STAFF' as const, id: session.user.id };
    await runStaffAction(deps, staff.id, 'mastery.COMPLETE', async (work) => {
      const aggregate = await loadMasteryForUpdate(work.trx, id, null);
      if (aggregate.registration.status !== 'COMPLETED')
        await moveMastery(work, staff, aggregate, 'COMPLETE');
    });
    return requireStaffMastery(deps.db, id);
  },
};
