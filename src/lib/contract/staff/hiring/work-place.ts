import * as z from 'zod/mini';
import { keysOf } from '#lib/domain/core/record.ts';
import { workModeLabels } from '#lib/domain/hiring/jobs/job.ts';

/** Where the work of a job is done, and what it pays. */
export const workPlace = z.object({
  location: z.string(),
  workMode: z.enum(keysOf(workModeLabels)),
  /** Yearly pay in rupees; null where it is paid by the month or the hour. */
  pay: z.nullable(z.object({ min: z.number(), max: z.number() })),
});
