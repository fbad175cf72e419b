import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { requireApplication, requireStaffApplication } from './find-applications.ts';

interface ApplicationRequest extends StaffActionDeps {
  params: { jobApplicationId: string };
  session: { user: { id: string } };
}

/** Makes a change of one application that can be undone, and returns the application as its page shows it. Throws NOT_FOUND. */
export async function changeApplication(
  { params, session, ...deps }: ApplicationRequest,
  action: string,
  change: (work: UnitOfWork, staff: Actor & { id: string }, applicationId: string) => Promise<unknown>,
): Promise<StaffApplication> {
  const { application } = await requireApplication(deps.db, params.jobApplicationId);
  const staff = { type: 'STAFF', id: session.user.id } as const;
  await runStaffAction(deps, staff.id, action, (work) => change(work, staff, application.id));
  return requireStaffApplication(deps.db, application.id);
}
