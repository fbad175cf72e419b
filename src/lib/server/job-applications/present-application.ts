import type { Selectable } from 'kysely';
import type { JobApplication } from '../../contract/job-applications.ts';
import { allowedActions, applicationStatusLabels, timelineOf } from '../../domain/application-flow.ts';
import { whyClosed } from '../../domain/job.ts';
import type { JobApplicationTable } from '../db/schema/jobs.ts';
import { presentJobCard } from '../jobs/present-job.ts';
import type { JobRow } from '../jobs/select-jobs.ts';

/** Row and its job → wire. An application that a newer one follows allows nothing any more. */
export function presentApplication(row: Selectable<JobApplicationTable>, jobRow: JobRow): JobApplication {
  const job = presentJobCard(jobRow);
  const isLatest = job.myApplication?.id === row.id;
  return {
    id: row.id,
    number: row.number,
    job,
    status: row.status,
    statusLabel: applicationStatusLabels[row.status],
    stageKey: row.stageKey,
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    replyDueAt: row.replyDueAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    previousApplicationId: row.previousApplicationId,
    timeline: timelineOf(jobRow.stages, row.stageKey, row.status),
    allowedActions: isLatest ? allowedActions(row.status, { closedReason: whyClosed(job.status) }) : [],
  };
}
