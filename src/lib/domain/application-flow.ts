import type { Stage } from './job.ts';
import { daysBetween } from './time-text.ts';

/** Where a job application stands, and the words for it. The last four are final. */
export const applicationStatusLabels = {
  STARTED: 'Started',
  SUBMITTED: 'Submitted',
  IN_REVIEW: 'In review',
  SHORTLISTED: 'Shortlisted',
  TRAINING: 'Training',
  INTERVIEW: 'Interview',
  OFFERED: 'Offer made',
  ON_HOLD: 'On hold',
  HIRED: 'Hired',
  NOT_SELECTED: 'Not selected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
} as const;
export type ApplicationStatus = keyof typeof applicationStatusLabels;

/** After one of these a person may apply again, with a new application (C-42). */
export const finalStatuses = ['HIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED'] as const;

export const isFinal = (status: ApplicationStatus): boolean =>
  (finalStatuses as readonly ApplicationStatus[]).includes(status);

export type Actor = 'CANDIDATE' | 'STAFF' | 'SYSTEM';

interface Transition {
  action: ApplicationAction;
  /** `null` is "no application yet". */
  from: readonly (ApplicationStatus | null)[];
  to: ApplicationStatus;
  by: Actor;
}
export type ApplicationAction = 'APPLY' | 'EXPIRE';

/** Every change that there is. The writes and `allowedActions` read the same lines. */
export const transitions = [
  { action: 'APPLY', from: [null, ...finalStatuses], to: 'STARTED', by: 'CANDIDATE' },
  { action: 'EXPIRE', from: ['STARTED'], to: 'EXPIRED', by: 'SYSTEM' },
] as const satisfies readonly Transition[];

/** A started application that nobody submits ends after so many days, or when its job closes. */
export const startedLifetimeDays = 30;

/** The line of the table for an action. */
export function transitionOf(action: ApplicationAction): Transition {
  const found = transitions.find((transition) => transition.action === action);
  if (!found) throw new Error(`No transition is named ${action}`);
  return found;
}

/** What the viewer may do, and for what they may not, the sentence that says why. */
export interface AllowedAction {
  action: ApplicationAction;
  enabled: boolean;
  reason: string | null;
}

/** The candidate's actions from a status; `closedReason` is why the job takes nobody, null while it is open. */
export function allowedActions(
  status: ApplicationStatus | null,
  { closedReason }: { closedReason: string | null },
): AllowedAction[] {
  return transitions
    .filter(({ by, from }) => by === 'CANDIDATE' && (from as Transition['from']).includes(status))
    .map(({ action }) => ({ action, enabled: closedReason === null, reason: closedReason }));
}

export type StepState = 'DONE' | 'CURRENT' | 'UPCOMING';
export type TimelineStep = Stage & { state: StepState };

/** The job's stages as the candidate sees them: what lies behind, where they are, what comes. */
export function timelineOf(
  stages: readonly Stage[],
  stageKey: string,
  status: ApplicationStatus,
): TimelineStep[] {
  const current = stages.findIndex(({ key }) => key === stageKey);
  return stages.map((stage, index) => ({ ...stage, state: stateOf(index, current, status) }));
}

function stateOf(index: number, current: number, status: ApplicationStatus): StepState {
  if (status === 'HIRED' || index < current) return 'DONE';
  return index === current && !isFinal(status) ? 'CURRENT' : 'UPCOMING';
}

interface Standing {
  status: ApplicationStatus;
  /** When a started application ends by itself. */
  expiresAt: Date;
  now: Date;
}

/** Where the application stands, in one sentence to the candidate. */
export function statusSentence({ status, expiresAt, now }: Standing): string {
  if (status === 'STARTED') {
    const days = Math.max(daysBetween(now, expiresAt), 0);
    if (days === 0) return 'You have started this application; today is the last day to finish it.';
    return `You have started this application and have ${days === 1 ? 'one more day' : `${days} days`} to finish it.`;
  }
  return sentences[status];
}

const sentences: Record<Exclude<ApplicationStatus, 'STARTED'>, string> = {
  SUBMITTED: 'Your application is with the employer.',
  IN_REVIEW: 'The employer is reading your application.',
  SHORTLISTED: 'You are on the shortlist.',
  TRAINING: 'You are in training for this job.',
  INTERVIEW: 'You are invited to an interview.',
  OFFERED: 'You have an offer for this job.',
  ON_HOLD: 'The employer has put this application on hold.',
  HIRED: 'You have got this job.',
  NOT_SELECTED: 'The employer chose other candidates this time.',
  WITHDRAWN: 'You have withdrawn this application.',
  EXPIRED: 'This application ended because it was not finished in time.',
};

/** What a person quotes on the phone: `MS-26-00817`, the year being that of starting, in India. */
export function applicationNumber(sequence: number, startedAt: Date): string {
  const year = new Intl.DateTimeFormat('en', { year: '2-digit', timeZone: 'Asia/Kolkata' }).format(startedAt);
  return `MS-${year}-${String(sequence).padStart(5, '0')}`;
}
