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
import {
  type ApplicationStatus,
  applicationStatusLabels,
  finalStatuses,
  openStatuses,
  reopenableStatuses,
} from './application-status.ts';
import { findOfferLeft, findStatusBefore } from './return-target.ts';

/** Statuses of an application that is with the employer. */
const sent = [
  'SUBMITTED',
  'IN_REVIEW',
  'SHORTLISTED',
  'TRAINING',
  'INTERVIEW',
  'OFFERED',
  'OFFER_ACCEPTED',
] as const;
/** Statuses in which a stage can end; the guards check which stage it is and whether it has ended. */
const stageEnds = ['SUBMITTED', 'SHORTLISTED', 'TRAINING', 'INTERVIEW'] as const;

/**
 * Every transition of an application. The guards take order and skips from the job's stages. Staff apply and withdraw for a
 * candidate who asked them to. [API-42]
 */
export const applicationTable = [
  {
    action: 'APPLY',
    from: [null, ...finalStatuses],
    to: 'STARTED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['jobIsOpen'],
  },
  { action: 'EDIT', from: ['STARTED'], to: 'STARTED', by: ['CANDIDATE', 'STAFF'] },
  {
    action: 'SUBMIT',
    from: ['STARTED'],
    to: 'SUBMITTED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['jobIsOpen', 'hasDetails', 'isComplete'],
  },
  { action: 'START_REVIEW', from: ['SUBMITTED'], to: 'IN_REVIEW', by: ['STAFF'], needs: ['hasReview'] },
  {
    action: 'START_REVIEW',
    from: ['SHORTLISTED', 'TRAINING', 'INTERVIEW'],
    to: 'IN_REVIEW',
    by: ['STAFF'],
    needs: ['reviewIsNext', 'stageIsDone'],
  },
  {
    action: 'SHORTLIST',
    from: ['SUBMITTED', 'IN_REVIEW'],
    to: 'SHORTLISTED',
    by: ['STAFF'],
    needs: ['hasReview'],
  },
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
  { action: 'REPLACE_OFFER', from: ['OFFERED', 'OFFER_ACCEPTED'], to: 'OFFERED', by: ['STAFF'] },
  {
    action: 'WITHDRAW_OFFER',
    from: ['OFFERED', 'OFFER_ACCEPTED'],
    to: stageEnds,
    by: ['STAFF'],
    needs: ['hasOffer', 'hasReason'],
  },
  {
    action: 'ACCEPT_OFFER',
    from: ['OFFERED'],
    to: 'OFFER_ACCEPTED',
    by: ['CANDIDATE'],
    needs: ['offerIsOpen'],
  },
  {
    action: 'DECLINE_OFFER',
    from: ['OFFERED'],
    to: 'OFFER_DECLINED',
    by: ['CANDIDATE'],
    needs: ['offerIsOpen', 'hasReason'],
  },
  {
    action: 'EXPIRE_OFFER',
    from: ['OFFERED'],
    to: 'OFFER_EXPIRED',
    by: ['SYSTEM'],
    needs: ['offerHasRunOut'],
  },
  { action: 'HIRE', from: ['OFFER_ACCEPTED'], to: 'HIRED', by: ['STAFF'] },
  { action: 'HOLD', from: sent, to: 'ON_HOLD', by: ['STAFF'], needs: ['hasReason'] },
  { action: 'RESUME', from: ['ON_HOLD'], to: sent, by: ['STAFF'] },
  {
    action: 'REJECT',
    from: [...sent, 'ON_HOLD'],
    to: 'NOT_SELECTED',
    by: ['STAFF'],
    needs: ['hasReason'],
  },
  {
    action: 'REOPEN',
    from: reopenableStatuses,
    to: openStatuses,
    by: ['STAFF'],
    needs: ['hasReason', 'hasPreviousStatus', 'isOnlyOpen', 'canStayOpen'],
  },
  { action: 'WITHDRAW', from: ['STARTED', ...sent, 'ON_HOLD'], to: 'WITHDRAWN', by: ['CANDIDATE'] },
  {
    action: 'WITHDRAW',
    from: ['STARTED', ...sent, 'ON_HOLD'],
    to: 'WITHDRAWN',
    by: ['STAFF'],
    needs: ['hasReason'],
  },
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
      : `The status of this application is “${applicationStatusLabels[status]}”, so it cannot be ${participles[action]}.`,
  target(context, action) {
    const left = action === 'WITHDRAW_OFFER' ? context.offer : findOfferLeft(context, action);
    if (left) return left.fromStatus;
    return action === 'RESUME' || action === 'REOPEN' ? findStatusBefore(context, action) : null;
  },
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
  REPLACE_OFFER: 'given another offer',
  WITHDRAW_OFFER: 'left without its offer',
  ACCEPT_OFFER: 'accepted',
  DECLINE_OFFER: 'declined',
  EXPIRE_OFFER: 'ended for an offer without an answer',
  HIRE: 'marked as joined',
  HOLD: 'put on hold',
  RESUME: 'taken off hold',
  REJECT: 'turned down',
  REOPEN: 'reopened',
  WITHDRAW: 'withdrawn',
  EXPIRE: 'ended',
};

/** Returns the stage after a transition: the next one, the same, or the one before an offer that is withdrawn or over. */
export function stageKeyAfter(
  action: ApplicationAction,
  status: ApplicationStatus | null,
  context: Pick<ApplicationGuardContext, 'stages' | 'stageKey' | 'offer' | 'heldFrom' | 'endedFrom'>,
): string {
  const { stages, stageKey, offer } = context;
  const left = action === 'WITHDRAW_OFFER' ? offer : findOfferLeft(context, action);
  if (left) return left.fromStageKey;
  const next = stageAfter(stages, stageKey);
  const movesOn =
    (action === 'SUBMIT' && next?.kind === 'REVIEW') ||
    (action === 'START_REVIEW' && (status !== 'SUBMITTED' || kindOf(stages, stageKey) === 'FORM')) ||
    (action === 'SHORTLIST' && kindOf(stages, stageKey) === 'FORM') ||
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
