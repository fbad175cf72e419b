import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { type JobStatus, jobStatusLabels, type Stage } from './job.ts';
import { stagesProblem } from './job-stages.ts';

/** What has to be true before candidates can apply. */
const opening = ['hasActiveEmployer', 'hasStages', 'beforeDeadline'] as const satisfies readonly JobNeed[];

/**
 * `DRAFT → OPEN ⇄ PAUSED → CLOSED | FILLED → ARCHIVED`. A job whose `applyBy` has passed counts as closed without any
 * transition. It accepts applications again after staff set a later date and reopen it.
 */
export const jobTable = [
  { action: 'OPEN', from: ['DRAFT'], to: 'OPEN', by: ['STAFF'], needs: opening },
  { action: 'PAUSE', from: ['OPEN'], to: 'PAUSED', by: ['STAFF'] },
  {
    action: 'RESUME',
    from: ['PAUSED'],
    to: 'OPEN',
    by: ['STAFF'],
    needs: ['hasActiveEmployer', 'beforeDeadline'],
  },
  { action: 'CLOSE', from: ['OPEN', 'PAUSED'], to: 'CLOSED', by: ['STAFF', 'SYSTEM'] },
  { action: 'FILL', from: ['OPEN', 'PAUSED'], to: 'FILLED', by: ['STAFF'] },
  {
    action: 'REOPEN',
    from: ['CLOSED', 'FILLED'],
    to: 'OPEN',
    by: ['STAFF'],
    needs: opening,
  },
  { action: 'ARCHIVE', from: ['CLOSED', 'FILLED'], to: 'ARCHIVED', by: ['STAFF'] },
] as const satisfies readonly Transition<JobStatus, string, JobNeed>[];

export type JobAction = (typeof jobTable)[number]['action'];
export type JobNeed = 'hasActiveEmployer' | 'hasStages' | 'beforeDeadline';

export interface JobGuardContext {
  stages: readonly Stage[];
  applyBy: Date;
  isEmployerArchived: boolean;
  now: Date;
}

export const jobFlow: Flow<JobStatus, JobAction, JobNeed, JobGuardContext> = {
  table: jobTable,
  guards: {
    hasActiveEmployer: ({ isEmployerArchived }) =>
      isEmployerArchived ? 'The employer of this job is archived. Take the employer back first.' : null,
    hasStages: ({ stages }) => stagesProblem(stages),
    beforeDeadline: ({ applyBy, now }) =>
      applyBy > now ? null : 'Set a last day to apply that is still to come.',
  },
  wrongStatus: (action, status) =>
    status === null
      ? 'There is no such job.'
      : `The status of this job is “${jobStatusLabels[status]}”, so it cannot be ${participles[action]}.`,
};

const participles: Record<JobAction, string> = {
  OPEN: 'opened',
  PAUSE: 'paused',
  RESUME: 'resumed',
  CLOSE: 'closed',
  FILL: 'marked as filled',
  REOPEN: 'opened again',
  ARCHIVE: 'archived',
};
