import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import { type ApplicationStatus, isFinal } from '#lib/domain/hiring/applications/application-status.ts';

/** The orders and the fit of the staff's applications queue, with their texts. */

export const queueSortLabels = {
  late: 'Late replies',
  newest: 'Newest first',
  oldest: 'Oldest first',
  fit: 'Best fit first',
  name: 'Name, A to Z',
} as const;
export type QueueSort = keyof typeof queueSortLabels;

/** Returns the order of a list that names none. What has ended waits for no reply, so the newest comes first. */
export const defaultSort = (status: ApplicationStatus | undefined): QueueSort =>
  status && isFinal(status) ? 'newest' : 'late';

/** Whether a candidate met the requirements that are checked automatically. */
export const fitLabels = {
  ALL: 'Meets all requirements',
  SOME: 'Misses some',
} as const;

/**
 * Formats when the current training or interview begins, `30 Nov 2026, 3:00 pm IST`. A training that has begun is `since 25 Nov 2026`,
 * and an interview without a result `was 25 Nov 2026`.
 */
export function formatNextDate(
  { appointmentAt, status }: { appointmentAt: string | null; status: ApplicationStatus },
  now: Date,
  timeZone: string,
): string | null {
  if (appointmentAt === null) return null;
  const startsAt = new Date(appointmentAt);
  if (startsAt > now) return dateTimeText(startsAt, timeZone);
  return `${status === 'TRAINING' ? 'since' : 'was'} ${dateText(startsAt, timeZone)}`;
}
