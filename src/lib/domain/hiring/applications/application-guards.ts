import { formatList } from '#lib/domain/core/format-list.ts';
import type { Flow } from '#lib/domain/core/state-machine.ts';
import type { InterviewStatus } from '../appointments/interview-flow.ts';
import type { TrainingStatus } from '../appointments/training-flow.ts';
import type { Stage, StageKind } from '../jobs/job.ts';
import { kindOf, stageAfter } from '../jobs/job-stages.ts';
import type { OfferStatus } from '../offers/offer.ts';
import type { ApplicationStatus } from './application-status.ts';

/** Guards of an application's transitions, besides the status they begin at. */

export type ApplicationNeed =
  | 'jobIsOpen'
  | 'hasDetails'
  | 'isComplete'
  | 'hasReview'
  | 'reviewIsNext'
  | 'trainingIsNext'
  | 'interviewIsNext'
  | 'offerIsNext'
  | 'stageIsDone'
  | 'hasOffer'
  | 'offerIsOpen'
  | 'offerHasRunOut'
  | 'hasReason'
  | 'hasPreviousStatus'
  | 'isOnlyOpen'
  | 'canStayOpen'
  | 'hasRunOut';

/** The input of the guards. */
export interface ApplicationGuardContext {
  /** Why the job accepts no applications, from `findClosedReason`; null while it is open. */
  closedReason: string | null;
  stages: readonly Stage[];
  /** Key of the stage that the application is in. */
  stageKey: string;
  /** Status of that stage's training and interview. */
  training: TrainingStatus;
  interview: InterviewStatus;
  /** The latest offer; null if there is none. */
  offer: OfferGuardContext | null;
  /** The status before the hold. */
  heldFrom: ApplicationStatus | null;
  /** The status before the final one, from the history; null for an application that has not ended. */
  endedFrom: ApplicationStatus | null;
  /** The person has another open application for the job. */
  hasOtherOpen: boolean;
  /** The job is closed, filled or archived, so a draft for it ends. */
  isJobOver: boolean;
  /** The candidate's registration is submitted, and not sent back to be corrected. */
  hasDetails: boolean;
  /** Labels of required questions without an answer. */
  unanswered: readonly string[];
  /** The reason that staff give. */
  reasonCode: string | null;
  /** Its 30 days have passed, or its job has closed. */
  hasRunOut: boolean;
}

/** The part of an offer that the guards need. */
export interface OfferGuardContext {
  status: OfferStatus;
  /** Its time to answer has passed. */
  hasRunOut: boolean;
  /** When the candidate accepted it; null for one that was not accepted. */
  acceptedAt: Date | null;
  /** Where the application was before its first offer. A withdrawn offer leads back there. */
  fromStatus: ApplicationStatus;
  fromStageKey: string;
}

/** The context of an application that does not exist yet. */
export const noApplicationContext: ApplicationGuardContext = {
  closedReason: null,
  stages: [],
  stageKey: '',
  training: 'NOT_REQUIRED',
  interview: 'NOT_REQUIRED',
  offer: null,
  heldFrom: null,
  endedFrom: null,
  hasOtherOpen: false,
  isJobOver: false,
  hasDetails: false,
  unanswered: [],
  reasonCode: null,
  hasRunOut: false,
};

const requireNextStage = (kind: StageKind) => (facts: ApplicationGuardContext) => {
  const next = stageAfter(facts.stages, facts.stageKey);
  if (next?.kind === kind) return null;
  return next ? `The next stage of this job is “${next.title}”.` : 'This was the last stage of this job.';
};

const missingReviewText = 'This stage of the job has no review: move on to its next one.';
const isAtReview = ({ stages, stageKey }: ApplicationGuardContext) => kindOf(stages, stageKey) === 'REVIEW';
/** The job got its review stage after the form was sent. */
const isBeforeReview = ({ stages, stageKey }: ApplicationGuardContext) =>
  kindOf(stages, stageKey) === 'FORM' && stageAfter(stages, stageKey)?.kind === 'REVIEW';

export const applicationGuards: Flow<
  ApplicationStatus,
  string,
  ApplicationNeed,
  ApplicationGuardContext
>['guards'] = {
  jobIsOpen: ({ closedReason }) => closedReason,
  hasDetails: ({ hasDetails }) => (hasDetails ? null : 'Complete and submit your candidate details first.'),
  isComplete: ({ unanswered }) =>
    unanswered.length ? `Please answer first: ${formatList(unanswered.map((text) => `“${text}”`))}.` : null,
  hasReview: (facts) => (isAtReview(facts) || isBeforeReview(facts) ? null : missingReviewText),
  reviewIsNext: requireNextStage('REVIEW'),
  trainingIsNext: requireNextStage('TRAINING'),
  interviewIsNext: requireNextStage('INTERVIEW'),
  offerIsNext: requireNextStage('OFFER'),
  stageIsDone: (facts, { status }) => stageOpenReason(facts, status),
  hasOffer: ({ offer }) => (isStanding(offer) ? null : 'There is no offer to withdraw.'),
  offerIsOpen: ({ offer }) => offerClosedReason(offer),
  offerHasRunOut: ({ offer }) =>
    offer?.status === 'OPEN' && offer.hasRunOut ? null : 'There is still time to answer this offer.',
  hasReason: ({ reasonCode }) => (reasonCode ? null : 'Choose a reason first.'),
  hasPreviousStatus: ({ endedFrom }) =>
    endedFrom ? null : 'The history does not say where this application was before.',
  isOnlyOpen: ({ hasOtherOpen }) =>
    hasOtherOpen ? 'This person has another open application for this job.' : null,
  canStayOpen: ({ endedFrom, isJobOver }) =>
    endedFrom === 'STARTED' && isJobOver ? 'The job is closed. Reopen the job first.' : null,
  hasRunOut: ({ hasRunOut }) => (hasRunOut ? null : 'There is still time to finish this application.'),
};

const isStanding = (offer: OfferGuardContext | null): boolean =>
  offer?.status === 'OPEN' || offer?.status === 'ACCEPTED';

function offerClosedReason(offer: OfferGuardContext | null): string | null {
  if (offer?.status !== 'OPEN') return 'The employer is preparing your offer.';
  return offer.hasRunOut ? 'The time to answer this offer is over.' : null;
}

/** A review is done with the shortlist; a training or an interview when it is completed. */
function stageOpenReason(
  { stages, stageKey, training, interview }: ApplicationGuardContext,
  status: ApplicationStatus | null,
): string | null {
  const kind = kindOf(stages, stageKey);
  if (kind === 'REVIEW' && status !== 'SHORTLISTED') return 'Shortlist this application first.';
  if (kind === 'TRAINING' && training !== 'COMPLETED') return 'The training is not completed yet.';
  if (kind === 'INTERVIEW' && interview !== 'COMPLETED') return 'The interview is not completed yet.';
  return null;
}
