import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';

/** The orders and the fit of the staff's applications queue, with their texts. */

export const queueSortLabels = {
  late: 'Late replies first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  fit: 'Best fit first',
  name: 'Name, A to Z',
} as const;
export type QueueSort = keyof typeof queueSortLabels;

/** Whether a candidate met the requirements that are checked automatically. */
export const fitLabels = {
  ALL: 'Meets all requirements',
  SOME: 'Misses some',
} as const;

/** Formats when the current training or interview begins, `30 Nov 2026, 3:00 pm IST`, and once it has begun `since 25 Nov 2026`. */
export const formatNextDate = (startsAt: Date, now: Date, timeZone: string): string =>
  startsAt > now ? dateTimeText(startsAt, timeZone) : `since ${dateText(startsAt, timeZone)}`;
