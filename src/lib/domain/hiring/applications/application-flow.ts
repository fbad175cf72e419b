import {
  type AllowedAction,
  allowedActions,
  type Flow,
  type Transition,
} from '#lib/domain/core/state-machine.ts';
import { kindOf, stageAfter } from '../jobs/job-stages.ts';
import {
  type ApplicationGuardContext,
  type ApplicationNeed,
  applicationGuards,
  noApplicationContext,
} from './application-guards.ts';
import { type ApplicationStatus, applicationStatusLabels, finalStatuses } from './application-status.ts';

/** Statuses of an application that is with the employer. */
const sent = ['SUBMITTED', 'IN_REVIEW', 'SHORTLISTED', 'TRAINING', 'INTERVIEW', 'OFFERED'] as const;
/** Statuses in which a stage can end; the guards check which stage it is and whether it has ended. */
const stageEnds = ['SUBMITTED', 'SHORTLISTED', 'TRAINING', 'INTERVIEW'] as const;

/** Every transition of an application. The guards take order and skips from the job's stages. [API-42] */
export const applicationTable = [
  { action: 'APPLY', from: [null, ...finalStatuses], to: 'STARTED', by: ['CANDIDATE'], needs: ['jobIsOpen'] },
  { action: 'EDIT', from: ['STARTED'], to: 'STARTED', by: ['CANDIDATE'] },
  {
    action: 'SUBMIT',
    from: ['STARTED'],
    to: 'SUBMITTED',
    by: ['CANDIDATE'],
    needs: ['jobIsOpen', 'hasDetails', 'isEligible', 'isComplete'],
  },
  { action: 'START_REVIEW', from: ['SUBMITTED'], to: 'IN_REVIEW', by: ['STAFF'], needs: ['hasReview'] },
  {
    action: 'START_REVIEW',
    from: ['SHORTLISTED', 'TRAINING', 'INTERVIEW'],
    to: 'IN_REVIEW',
    by: ['STAFF'],
    needs: ['reviewIsNext', 'stageIsDone'],
  },
  { action: 'SHORTLIST', from: ['IN_REVIEW'], to: 'SHORTLISTED', by: ['STAFF'], needs: ['isAtReview'] },
  {
    action: 'MOVE_TO_TRAINING',
    from: stageEnds,
    to: 'TRAINING',
    by: ['STAFF'],
    needs: ['trainingIsNext', 'stageIsDone'],
  },
  {
    action: 'MOVE_TO_INTERVIEW',
    from: stageEnds,
    to: 'INTERVIEW',
    by: ['STAFF'],
    needs: ['interviewIsNext', 'stageIsDone'],
  },
  {
    action: 'MAKE_OFFER',
    from: stageEnds,
    to: 'OFFERED',
    by: ['STAFF'],
    needs: ['offerIsNext', 'stageIsDone'],
  },
  { action: 'HIRE', from: ['OFFERED'], to: 'HIRED', by: ['STAFF'] },
  { action: 'HOLD', from: sent, to: 'ON_HOLD', by: ['STAFF'], needs: ['hasReason'] },
  { action: 'RESUME', from: ['ON_HOLD'], to: sent, by: ['STAFF'] },
  {
    action: 'REJECT',
    from: [...sent, 'ON_HOLD'],
    to: 'NOT_SELECTED',
    by: ['STAFF'],
    needs: ['hasReason'],
  },
  { action: 'WITHDRAW', from: ['STARTED', ...sent, 'ON_HOLD'], to: 'WITHDRAWN', by: ['CANDIDATE'] },
  { action: 'EXPIRE', from: ['STARTED'], to: 'EXPIRED', by: ['SYSTEM'], needs: ['hasRunOut'] },
] as const satisfies readonly Transition<ApplicationStatus, string, ApplicationNeed>[];

export type ApplicationAction = (typeof applicationTable)[number]['action'];

/** A started application expires after this number of days, or when its job closes. */
export const startedLifetimeDays = 30;

export const applicationFlow: Flow<
  ApplicationStatus,
  ApplicationAction,
  ApplicationNeed,
  ApplicationGuardContext
> = {
  table: applicationTable,
  guards: applicationGuards,
  wrongStatus: (action, status) =>
    status === null
      ? 'There is no application yet.'
      : `This application stands at “${applicationStatusLabels[status]}” and cannot be ${participles[action]}.`,
  target: ({ heldFrom }) => heldFrom,
};

const participles: Record<ApplicationAction, string> = {
  APPLY: 'started again',
  EDIT: 'changed',
  SUBMIT: 'submitted',
  START_REVIEW: 'taken into review',
  SHORTLIST: 'shortlisted',
  MOVE_TO_TRAINING: 'moved to training',
  MOVE_TO_INTERVIEW: 'moved to an interview',
  MAKE_OFFER: 'given an offer',
  HIRE: 'marked as hired',
  HOLD: 'put on hold',
  RESUME: 'taken off hold',
  REJECT: 'turned down',
  WITHDRAW: 'withdrawn',
  EXPIRE: 'ended',
};

/** Returns the stage after a transition: the next one, or the same. */
export function stageKeyAfter(
  action: ApplicationAction,
  status: ApplicationStatus | null,
  { stages, stageKey }: Pick<ApplicationGuardContext, 'stages' | 'stageKey'>,
): string {
  const next = stageAfter(stages, stageKey);
  const movesOn =
    (action === 'SUBMIT' && next?.kind === 'REVIEW') ||
    (action === 'START_REVIEW' && (status !== 'SUBMITTED' || kindOf(stages, stageKey) === 'FORM')) ||
    action === 'MOVE_TO_TRAINING' ||
    action === 'MOVE_TO_INTERVIEW' ||
    action === 'MAKE_OFFER';
  return movesOn && next ? next.key : stageKey;
}

/** Returns whether a visitor of a job can apply and, if not, why. */
export function applyActions(
  status: ApplicationStatus | null,
  closedReason: string | null,
): AllowedAction<ApplicationAction>[] {
  const facts = { ...noApplicationContext, closedReason };
  return allowedActions(applicationFlow, 'CANDIDATE', status, facts).filter(
    ({ action }) => action === 'APPLY',
  );
}
