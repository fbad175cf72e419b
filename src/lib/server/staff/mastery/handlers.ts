import type { StaffMastery, staffMasteryRoutes } from '#lib/contract/staff/enrolment/mastery.ts';
import type { Handlers } from '#lib/server/context.ts';
import { loadMasteryForUpdate } from '#lib/server/enrolment/mastery/mastery-aggregate.ts';
import { moveMastery } from '#lib/server/enrolment/mastery/move-mastery.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';
import { listStaffMastery, requireStaffMastery } from './find-mastery.ts';

/** Handlers of the staff's side of PM Mastery. [API-21] */
export const staffMasteryHandlers: Handlers<keyof typeof staffMasteryRoutes> = {
  'GET /api/v1/staff/pm-mastery/': async ({ db, query }) =>
    presentPage('/api/v1/staff/pm-mastery/', query, await listStaffMastery(db, query)),

  'POST /api/v1/staff/pm-mastery/{registrationId}/complete/': (context) =>
    markAttendance(context, context.session.user.id, context.params.registrationId, 'COMPLETE'),

  'POST /api/v1/staff/pm-mastery/{registrationId}/miss/': (context) =>
    markAttendance(context, context.session.user.id, context.params.registrationId, 'MISS'),
};

/** Marks who attended and who did not, in one transaction. Nobody is informed, so no undo is offered. The same mark again changes nothing. */
async function markAttendance(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  action: 'COMPLETE' | 'MISS',
): Promise<StaffMastery> {
  const target = action === 'COMPLETE' ? 'COMPLETED' : 'NO_SHOW';
  await runStaffAction(deps, staffId, `mastery.${action}`, async (work) => {
    const aggregate = await loadMasteryForUpdate(work.trx, id, null);
    if (aggregate.registration.status !== target)
      await moveMastery(work, { type: 'STAFF', id: staffId }, aggregate, action);
  });
  return requireStaffMastery(deps.db, id);
}
