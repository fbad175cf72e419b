import { keysOf } from '#lib/domain/core/record.ts';

/** The statuses of a job application with their labels. The last six are final. */
export const applicationStatusLabels = {
  STARTED: 'Started',
  SUBMITTED: 'Submitted',
  IN_REVIEW: 'In review',
  SHORTLISTED: 'Shortlisted',
  TRAINING: 'Training',
  INTERVIEW: 'Interview',
  OFFERED: 'Offer made',
  OFFER_ACCEPTED: 'Offer accepted',
  ON_HOLD: 'On hold',
  HIRED: 'Hired',
  OFFER_DECLINED: 'Offer declined',
  OFFER_EXPIRED: 'Offer expired',
  NOT_SELECTED: 'Not selected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
} as const;
export type ApplicationStatus = keyof typeof applicationStatusLabels;

/** In these statuses an application is final, and the person may apply again with a new one (C-42). */
export const finalStatuses = [
  'HIRED',
  'OFFER_DECLINED',
  'OFFER_EXPIRED',
  'NOT_SELECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const;

export const isFinal = (status: ApplicationStatus): boolean =>
  (finalStatuses as readonly ApplicationStatus[]).includes(status);

/** In these statuses an application is under way or on hold. */
export const openStatuses: readonly ApplicationStatus[] = keysOf(applicationStatusLabels).filter(
  (status) => !isFinal(status),
);

/** Final statuses that staff can reopen. Nobody takes back a withdrawal: the candidate applies again. */
export const reopenableStatuses: readonly ApplicationStatus[] = finalStatuses.filter(
  (status) => status !== 'WITHDRAWN',
);

/** Returns the classes of the status badge: green for success, amber for a hold, grey once the application is over. */
export function applicationBadge(status: ApplicationStatus): string {
  if (status === 'HIRED' || status === 'OFFERED' || status === 'OFFER_ACCEPTED') return 'badge badge-success';
  if (status === 'ON_HOLD') return 'badge badge-warning';
  return isFinal(status) ? 'badge' : 'badge badge-accent';
}
