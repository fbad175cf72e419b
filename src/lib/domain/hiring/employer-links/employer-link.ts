import { type ApplicationStatus, openStatuses } from '../applications/application-status.ts';

/** Links with which a person of an employer sees candidates of one job and answers for each of them. [API-42] */

export const employerAnswerLabels = { YES: 'Yes', MAYBE: 'Maybe', NO: 'No' } as const;
export type EmployerAnswer = keyof typeof employerAnswerLabels;

export const employerLinkStatusLabels = { OPEN: 'Open', EXPIRED: 'Expired', REVOKED: 'Revoked' } as const;
export type EmployerLinkStatus = keyof typeof employerLinkStatusLabels;

/** How many days a link works. */
export const employerLinkDays = { normal: 7, max: 30 };
/** The maximum number of candidates of one link. */
export const maxSharedCandidates = 50;

/**
 * Returns why these applications cannot be shared by one link, or null. `jobs` has the name of each application's job: a link
 * shows candidates of one job.
 */
export function findShareProblem(jobs: readonly string[]): string | null {
  const names = [...new Set(jobs)];
  if (names.length > 1)
    return `A link is for one job. Choose applications of one of these: ${names.join(', ')}`;
  return jobs.length > maxSharedCandidates ? `Choose at most ${maxSharedCandidates} to share` : null;
}

/** Openings that follow each other within this time, in minutes, are one visit. */
export const visitMinutes = 30;

export function employerLinkStatus(
  { expiresAt, revokedAt, expiredAt }: { expiresAt: Date; revokedAt: Date | null; expiredAt: Date | null },
  now: Date,
): EmployerLinkStatus {
  if (revokedAt) return 'REVOKED';
  return !expiredAt && expiresAt > now ? 'OPEN' : 'EXPIRED';
}

/** The employer sees a candidate while the application is sent and has not ended, and after they were hired. */
export const sharedStatuses: readonly ApplicationStatus[] = [
  ...openStatuses.filter((status) => status !== 'STARTED'),
  'HIRED',
];

/** After an offer the employer is no longer asked whether to meet the candidate. */
export const isDecided = (status: ApplicationStatus): boolean =>
  status === 'OFFERED' || status === 'OFFER_ACCEPTED' || status === 'HIRED';

/** Returns the id of a candidate's part of the page. */
export const candidateAnchor = (applicationId: string): string => `candidate-${applicationId}`;
