import * as z from 'zod/mini';
import { calendarDay, instant } from '#lib/contract/core/instant.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';

/** Weekly availability, which staff and experts turn into slots. */

export const timeZone = z.string().check(z.refine(isTimeZone, 'Please choose a time zone'));

const day = calendarDay('Please enter a day');
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, such as 09:30'));

export const availabilityFields = {
  /** 0 is Sunday. */
  weekdays: z
    .array(z.int().check(z.minimum(0), z.maximum(6)))
    .check(z.minLength(1, 'Please choose at least one day of the week')),
  /** The first and the last day, both inclusive. */
  fromDate: day,
  toDate: day,
  /** Local times in `timeZone` at which the first interview begins and the last one ends. */
  opens: clock,
  closes: clock,
  minutes: z
    .int({ error: 'Please enter how many minutes an interview takes' })
    .check(z.minimum(10, 'At least 10 minutes'), z.maximum(480, 'At most 480 minutes')),
  /** Minutes between two interviews. */
  pauseMinutes: z.int().check(z.minimum(0, 'Not below 0'), z.maximum(240, 'At most 240 minutes')),
  timeZone,
  /** `true` returns the times without creating slots. */
  isPreview: z.boolean(),
};

export const createdSlots = z.object({
  isPreview: z.boolean(),
  created: z.number(),
  /** Number of slots that already existed. */
  existing: z.number(),
  /** Number of times in the past, for which no slots are created. */
  past: z.number(),
  days: z.array(z.object({ date: z.string(), startsAt: z.array(instant) })),
});
export type CreatedSlots = z.output<typeof createdSlots>;
