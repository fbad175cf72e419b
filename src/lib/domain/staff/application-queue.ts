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
