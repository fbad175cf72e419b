import type { InterviewMode } from '../appointments/interview-flow.ts';

/** The values of a job's fields and their labels. */

/** The line of work, each with its name (USER-10). */
export const familyLabels = {
  ACCOUNTS_PAYABLE: 'Accounts payable',
  ORDER_TO_CASH: 'Order to cash',
  PROCURE_TO_PAY: 'Procure to pay',
  RECORD_TO_REPORT: 'Record to report',
  VOICE_SUPPORT: 'Voice support',
  INSIDE_SALES: 'Inside sales',
  KEY_ACCOUNTS: 'Key accounts',
} as const;
export type JobFamily = keyof typeof familyLabels;

/** Career levels as people see them; CL13 is the first one. [USER-10] */
export const levelLabels = {
  CL12: 'Some experience',
  CL13: 'First job',
} as const;
export type JobLevel = keyof typeof levelLabels;

export const workModeLabels = { ON_SITE: 'On site', HYBRID: 'Hybrid', REMOTE: 'Remote' } as const;
export type WorkMode = keyof typeof workModeLabels;

export const employmentTypeLabels = {
  FULL_TIME: 'Full time',
  PART_TIME: 'Part time',
  CONTRACT: 'Contract',
  INTERNSHIP: 'Internship',
} as const;
export type EmploymentType = keyof typeof employmentTypeLabels;

/** `DRAFT → OPEN ⇄ PAUSED → CLOSED | FILLED → ARCHIVED`. A draft is nobody's business but staff's. */
export const jobStatusLabels = {
  DRAFT: 'Draft',
  OPEN: 'Open',
  PAUSED: 'Paused',
  CLOSED: 'Closed',
  FILLED: 'Filled',
  ARCHIVED: 'Closed',
} as const;
export type JobStatus = keyof typeof jobStatusLabels;

/** Returns the classes of the status badge that staff see: green while candidates can apply, amber for a draft. */
export function jobBadge(status: JobStatus): string {
  if (status === 'OPEN') return 'badge badge-success';
  return status === 'DRAFT' ? 'badge badge-warning' : 'badge';
}

/** Why nobody can apply just now; null while the job is open. */
export function findClosedReason(status: JobStatus): string | null {
  if (status === 'OPEN') return null;
  if (status === 'PAUSED') return 'The employer has paused applications for this job.';
  if (status === 'FILLED') return 'All openings of this job are filled.';
  return 'This job no longer takes applications.';
}

export const stageKinds = ['FORM', 'REVIEW', 'TRAINING', 'INTERVIEW', 'OFFER'] as const;
export type StageKind = (typeof stageKinds)[number];

/** The modes of a training. */
export const trainingModeLabels = {
  ONLINE: 'Online',
  IN_PERSON: 'In person',
  HYBRID: 'Partly online',
} as const;
export type TrainingMode = keyof typeof trainingModeLabels;

/** One step between an application and an offer; every job has its own list. */
export interface Stage {
  key: string;
  title: string;
  kind: StageKind;
  /** How all interviews of the stage are held; without it each time says how. */
  mode?: InterviewMode | undefined;
}
