import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Timestamp } from '../columns.ts';

/**
 * What the report on hiring counts of an application, in a narrow row. Triggers keep it equal to the row of the view
 * `current_application_progress`.
 */
export interface ApplicationProgressTable {
  applicationId: string;
  submittedAt: Timestamp | null;
  jobId: string;
  jobLocationId: string | null;
  ownerId: string | null;
  status: ApplicationStatus;
  repliedAt: Timestamp | null;
  replyDueAt: Timestamp | null;
  /** One bit per step: `bits` of server/staff/reports/reached-steps.ts. */
  reached: number;
  firstSource: string;
  sessionSource: string;
}
