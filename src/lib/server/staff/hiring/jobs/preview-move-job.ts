import { sql } from 'kysely';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { previewChange } from '../../previews/collect-messages.ts';
import { presentMessagePreview } from '../../previews/present-preview.ts';
import type { StaffActionDeps } from '../../undo/run-staff-action.ts';
import { changeJobStatus, type MoveJobInput } from './move-job.ts';

type Preview = ResponseOf<(typeof staffJobRoutes)['POST /api/v1/staff/jobs/{jobId}/preview-move/']>;

/**
 * Returns what a transition of a job would end or bring back, whom it would inform, and which applications stay under way.
 * Changes nothing. Throws NOT_FOUND or INVALID_STATE. [API-41]
 */
export async function previewMoveJob(
  deps: StaffActionDeps,
  staffId: string,
  input: MoveJobInput,
): Promise<Preview> {
  const { result, messages, ...others } = await previewChange(deps, (work) =>
    changeJobStatus(work, staffId, input),
  );
  return {
    action: input.action,
    drafts: result.drafts,
    ...(await loadStaying(deps.db, input.id)),
    messages: await presentMessagePreview(deps.db, messages, others),
  };
}

/** Loads what a change of the job's status does not end: applications by status, and their booked appointments. */
async function loadStaying(db: Db, jobId: string) {
  const counts = await db
    .selectFrom('jobApplication')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('jobId', '=', jobId)
    .where('status', 'in', queueStatuses)
    .groupBy('status')
    .execute();
  const countBooked = (table: 'interview' | 'training') =>
    db
      .selectFrom(table)
      .innerJoin('jobApplication', 'jobApplication.id', `${table}.applicationId`)
      .select(sql<number>`count(*)::int`.as('count'))
      .where('jobApplication.jobId', '=', jobId)
      .where(`${table}.status`, '=', 'SCHEDULED')
      .executeTakeFirstOrThrow();
  return {
    applications: queueStatuses.flatMap((status) => {
      const count = counts.find((one) => one.status === status)?.count ?? 0;
      return count ? { status, label: applicationStatusLabels[status], count } : [];
    }),
    interviews: (await countBooked('interview')).count,
    trainings: (await countBooked('training')).count,
  };
}
