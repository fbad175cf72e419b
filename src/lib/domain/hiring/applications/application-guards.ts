import { formatList } from '#lib/domain/core/format-list.ts';
import type { Flow } from '#lib/domain/core/state-machine.ts';
import type { InterviewStatus } from '../appointments/interview-flow.ts';
import type { TrainingStatus } from '../appointments/training-flow.ts';
import type { Stage, StageKind } from '../jobs/job.ts';
import { kindOf, stageAfter } from '../jobs/job-stages.ts';
import type { ApplicationStatus } from './application-status.ts';

/** Guards of an application's transitions, besides the status they begin at. */

export type ApplicationNeed =
  | 'jobIsOpen'
  | 'hasDetails'
  | 'isEligible'
  | 'isComplete'
  | 'hasReview'
  | 'isAtReview'
  | 'reviewIsNext'
  | 'trainingIsNext'
  | 'interviewIsNext'
  | 'offerIsNext'
  | 'stageIsDone'
  | 'hasReason'
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
  /** The status before the hold. */
  heldFrom: ApplicationStatus | null;
  /** The candidate's registration is submitted, and not sent back to be corrected. */
  hasDetails: boolean;
  /** Labels of the job's rules that the candidate does not meet. */
  unmetRules: readonly string[];
  /** Labels of required questions without an answer. */
  unanswered: readonly string[];
  /** The reason that staff give. */
  reasonCode: string | null;
  /** Its 30 days have passed, or its job has closed. */
  hasRunOut: boolean;
}

/** The context of an application that does not exist yet. */
export const noApplicationContext: ApplicationGuardContext = {
  closedReason: null,
  stages: [],
  stageKey: '',
  training: 'NOT_REQUIRED',
  interview: 'NOT_REQUIRED',
  heldFrom: null,
  hasDetails: false,
  unmetRules: [],
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
  isEligible: ({ unmetRules }) =>
    unmetRules.length ? `This job asks for more than your details show: ${formatList(unmetRules)}.` : null,
  isComplete: ({ unanswered }) =>
    unanswered.length ? `Please answer first: ${formatList(unanswered.map((text) => `“${text}”`))}.` : null,
  hasReview: (facts) => (isAtReview(facts) || isBeforeReview(facts) ? null : missingReviewText),
  isAtReview: (facts) => (isAtReview(facts) ? null : missingReviewText),
  reviewIsNext: requireNextStage('REVIEW'),
  trainingIsNext: requireNextStage('TRAINING'),
  interviewIsNext: requireNextStage('INTERVIEW'),
  offerIsNext: requireNextStage('OFFER'),
  stageIsDone: (facts, { status }) => stageOpenReason(facts, status),
  hasReason: ({ reasonCode }) => (reasonCode ? null : 'Choose a reason first.'),
  hasRunOut: ({ hasRunOut }) => (hasRunOut ? null : 'There is still time to finish this application.'),
};

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
