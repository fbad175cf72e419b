import { type ApplicationStatus, isFinal } from './application-flow.ts';

/** How the pill of an application looks: what went well, what waits and what is over are told apart at a glance. */
export function applicationBadge(status: ApplicationStatus): string {
  if (status === 'HIRED' || status === 'OFFERED') return 'badge badge-success';
  if (status === 'ON_HOLD') return 'badge badge-warning';
  return isFinal(status) ? 'badge' : 'badge badge-accent';
}
