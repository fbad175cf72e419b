import { daysBetween } from '#lib/domain/core/time-text.ts';
import type { Stage } from '../jobs/job.ts';
import { type ApplicationStatus, isFinal } from './application-status.ts';
import type { ExpiryReason } from './reasons.ts';

/** Texts and timeline of an application, as its candidate reads them. */

export const stepStates = ['DONE', 'CURRENT', 'ENDED', 'UPCOMING'] as const;
export type StepState = (typeof stepStates)[number];
export type TimelineStep = Stage & { state: StepState };

/** Returns the job's stages, each marked as done, current, ended or upcoming. */
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
  if (index > current) return 'UPCOMING';
  return isFinal(status) ? 'ENDED' : 'CURRENT';
}

interface StatusSentenceInput {
  status: ApplicationStatus;
  /** The time at which a started application expires, see `endOfDraft`. */
  expiresAt: Date;
  /** Why the application expired, if it did. */
  reasonCode?: string | null;
  now: Date;
}

/** Returns when a draft expires: after its 30 days or when its job closes, whichever comes first. */
export const endOfDraft = (expiresAt: Date, applyBy: Date): Date =>
  applyBy < expiresAt ? applyBy : expiresAt;

/** Formats the status as one sentence to the candidate. */
export function statusSentence({ status, expiresAt, reasonCode, now }: StatusSentenceInput): string {
  if (status === 'STARTED') {
    const days = Math.max(daysBetween(now, expiresAt), 0);
    if (days === 0) return 'You have started this application. Today is the last day to finish it.';
    return `You have started this application and have ${days === 1 ? 'one more day' : `${days} days`} to finish it.`;
  }
  return status === 'EXPIRED' && reasonCode === jobClosed ? closedBeforeSent : sentences[status];
}

const jobClosed: ExpiryReason = 'JOB_CLOSED';
const closedBeforeSent = 'The job closed before you sent your application.';

const sentences: Record<Exclude<ApplicationStatus, 'STARTED'>, string> = {
  SUBMITTED: 'We have your application.',
  IN_REVIEW: 'The employer is reading your application.',
  SHORTLISTED: 'You are on the shortlist.',
  TRAINING: 'You are in training for this job.',
  INTERVIEW: 'You are invited to an interview.',
  OFFERED: 'You have an offer for this job.',
  OFFER_ACCEPTED: 'You have accepted the offer for this job.',
  ON_HOLD: 'The employer has put this application on hold.',
  HIRED: 'You have got this job.',
  OFFER_DECLINED: 'You have declined the offer for this job.',
  OFFER_EXPIRED: 'The offer for this job expired because you did not answer it in time.',
  NOT_SELECTED: 'The employer chose other candidates this time.',
  WITHDRAWN: 'You have withdrawn this application.',
  EXPIRED: 'This application ended because it was not finished in time.',
};

/** Formats the number that a person quotes on the phone: `MS-26-00817`, with the year of the start, in India. */
export function applicationNumber(sequence: number, startedAt: Date): string {
  const year = new Intl.DateTimeFormat('en', { year: '2-digit', timeZone: 'Asia/Kolkata' }).format(startedAt);
  return `MS-${year}-${String(sequence).padStart(5, '0')}`;
}
