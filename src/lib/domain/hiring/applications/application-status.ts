/** The statuses of a job application with their labels. The last four are final. */
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

/** In these statuses an application is final, and the person may apply again with a new one (C-42). */
export const finalStatuses = ['HIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED'] as const;

export const isFinal = (status: ApplicationStatus): boolean =>
  (finalStatuses as readonly ApplicationStatus[]).includes(status);

/** Returns the classes of the status badge: green for success, amber for a hold, grey once the application is over. */
export function applicationBadge(status: ApplicationStatus): string {
  if (status === 'HIRED' || status === 'OFFERED') return 'badge badge-success';
  if (status === 'ON_HOLD') return 'badge badge-warning';
  return isFinal(status) ? 'badge' : 'badge badge-accent';
}
