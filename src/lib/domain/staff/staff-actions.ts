import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { reopenReasons, staffReasons } from '#lib/domain/hiring/applications/reasons.ts';
import type { InterviewAction } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { TrainingAction } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { JobAction } from '#lib/domain/hiring/jobs/job-flow.ts';
import type { RegistrationAction } from '#lib/domain/hiring/registration/registration-flow.ts';

/** Actions of staff, with the texts of their buttons. */

/** Statuses of applications that need an action: the columns of the board. */
export const queueStatuses = [
  'SUBMITTED',
  'IN_REVIEW',
  'SHORTLISTED',
  'TRAINING',
  'INTERVIEW',
  'OFFERED',
  'OFFER_ACCEPTED',
  'ON_HOLD',
] as const satisfies readonly ApplicationStatus[];

/** Actions of staff on several applications, their trainings and their interviews. */
export const staffMoves = {
  START_REVIEW: 'Start review',
  SHORTLIST: 'Shortlist',
  MOVE_TO_TRAINING: 'Move to training',
  COMPLETE_TRAINING: 'Training completed',
  MISS_TRAINING: 'Training missed',
  MOVE_TO_INTERVIEW: 'Move to interview',
  COMPLETE_INTERVIEW: 'Interview completed',
  MISS_INTERVIEW: 'Interview missed',
  CANCEL_INTERVIEW: 'Cancel interview',
  INVITE_AGAIN: 'Invite to interview again',
  WITHDRAW_OFFER: 'Withdraw the offer',
  HIRE: 'Mark as joined',
  HOLD: 'Put on hold',
  RESUME: 'Take off hold',
  REJECT: 'Reject',
  REOPEN: 'Reopen',
} as const satisfies Partial<Record<ApplicationAction | TrainingAction | InterviewAction, string>>;
export type StaffMove = keyof typeof staffMoves;

/** The moves that record the result of an interview. */
export const interviewOutcomes: readonly StaffMove[] = ['COMPLETE_INTERVIEW', 'MISS_INTERVIEW'];
/** What else is done with several chosen applications: the form posts it, and no status changes by it. */
export const otherBulkActions = {
  ASSIGN: 'Change owner',
  MESSAGE: 'Write a message',
  SHARE: 'Share with the employer',
} as const;

export const isStaffMove = (action: string): action is StaffMove => action in staffMoves;

/** Lists the moves among an application's actions that are possible now. */
export const listPossibleMoves = (actions: readonly { action: string; enabled: boolean }[]): StaffMove[] =>
  actions.flatMap(({ action, enabled }) => (enabled && isStaffMove(action) ? [action] : []));

/** Returns the question before several applications are moved: `Reject: 3 applications?` */
export const formatMoveQuestion = (action: StaffMove, count: number): string =>
  `${staffMoves[action]}: ${count} ${count === 1 ? 'application' : 'applications'}?`;

/** Returns the text of the button that moves several applications: `Reject 3 people`, `Move to interview (3 people)`. */
export function formatMoveButton(action: StaffMove, count: number): string {
  const people = count === 1 ? '1 person' : `${count} people`;
  const isOneVerb = !staffMoves[action].includes(' ');
  return isOneVerb ? `${staffMoves[action]} ${people}` : `${staffMoves[action]} (${people})`;
}

/** These are not done without saying why. */
const movesWithReason = [
  'HOLD',
  'REJECT',
  'REOPEN',
  'WITHDRAW_OFFER',
] as const satisfies readonly StaffMove[];

export const requiresReason = (action: string): boolean =>
  (movesWithReason as readonly string[]).includes(action);

/** Returns the reasons that fit a move, with their texts. */
export const reasonsFor = (action: string): Readonly<Record<string, string>> =>
  action === 'REOPEN' ? reopenReasons : staffReasons;

export const jobMoves = {
  OPEN: 'Open for applications',
  PAUSE: 'Pause',
  RESUME: 'Open again',
  CLOSE: 'Close',
  FILL: 'Mark as filled',
  REOPEN: 'Reopen the job',
  ARCHIVE: 'Archive',
} as const satisfies Record<JobAction, string>;

export const candidateMoves = {
  VERIFY: 'Verify details',
  ASK_CORRECTION: 'Ask to correct',
} as const satisfies Partial<Record<RegistrationAction, string>>;
export type CandidateMove = keyof typeof candidateMoves;

/** The maximum number in one request or one file. */
export const maxMoves = 100;
export const maxCsvRows = 1000;
