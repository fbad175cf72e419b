import type { ApplicationStatus } from './application-status.ts';
import type { EventSubject } from './history-text.ts';

/** Where an application was before, as its history says, for REOPEN. */

interface PastChange {
  subject: EventSubject;
  action: string | null;
  fromStatus: string | null;
  toStatus: string;
}

/** Returns the status that the application had before its current one, or null. `history` begins with the oldest change. */
export function findPreviousStatus(
  history: readonly PastChange[],
  status: ApplicationStatus,
): ApplicationStatus | null {
  const change = history.findLast(
    ({ subject, fromStatus, toStatus }) =>
      subject === 'APPLICATION' && toStatus === status && fromStatus !== status,
  );
  return (change?.fromStatus ?? null) as ApplicationStatus | null;
}

/** Returns the status before the last hold, or null. */
export function findStatusBeforeHold(history: readonly PastChange[]): ApplicationStatus | null {
  const hold = history.findLast(({ action }) => action === 'HOLD');
  return (hold?.fromStatus ?? null) as ApplicationStatus | null;
}
