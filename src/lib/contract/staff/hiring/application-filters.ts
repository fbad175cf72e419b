import * as z from 'zod/mini';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { fitLabels, queueSortLabels } from '#lib/domain/staff/application-queue.ts';
import { staffPaging, staffSearch } from '../list.ts';

/** The filters of the applications queue. The table, the board and the CSV file have the same ones. */

const boardFilters = {
  jobId: z.optional(z.uuid({ error: 'Unknown job' })),
  employerId: z.optional(z.uuid({ error: 'Unknown employer' })),
  /** A place where the job's work is done. */
  locationId: z.optional(z.uuid({ error: 'Unknown city' })),
  batchId: z.optional(z.uuid({ error: 'Unknown batch' })),
  /** The id of a staff member, `me`, or `none`. */
  owner: z.optional(z.union([z.enum(['me', 'none']), z.uuid()], { error: 'Unknown owner' })),
  /** Whether the candidate met all requirements that we check, when they sent the application. */
  fit: z.optional(z.enum(keysOf(fitLabels), { error: 'fit is ALL or SOME' })),
  /** The first and last day on which the application was sent, in India. */
  from: z.optional(calendarDay('Enter a day')),
  to: z.optional(calendarDay('Enter a day')),
  /** The number of an application, or the beginning of a name, email or phone number. */
  search: staffSearch,
  /** `true` lists only applications with a late reply. */
  late: z.optional(z.enum(['true', 'false', 'waiting'], { error: 'late is true, false or waiting' })),
  /** By default late replies first, and what has ended with the newest first. */
  sort: z.optional(z.enum(keysOf(queueSortLabels), { error: 'Unknown order' })),
};
export const boardQuery = z.object(boardFilters);
export type BoardFilters = z.output<typeof boardQuery>;

export const queueQuery = z.object({
  /** Without a status or search, only applications under way. */
  status: z.optional(z.enum(keysOf(applicationStatusLabels), { error: 'Unknown status' })),
  ...boardFilters,
  ...staffPaging,
});
export type QueueQuery = z.output<typeof queueQuery>;
export type QueueFilters = Omit<QueueQuery, 'limit' | 'after'>;
