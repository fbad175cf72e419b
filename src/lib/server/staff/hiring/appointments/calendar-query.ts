import * as z from 'zod/mini';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { type CalendarView, calendarViews } from '#lib/domain/hiring/appointments/slot-calendar.ts';
import { parsePageQuery } from '../../list-page.ts';

export const slotStates = { free: 'Free', booked: 'Booked' } as const;

const schema = z.object({
  view: z.optional(z.enum(keysOf(calendarViews))),
  date: z.optional(calendarDay('Unknown day')),
  jobId: z.optional(z.uuid()),
  interviewerId: z.optional(z.uuid()),
  state: z.optional(z.enum(keysOf(slotStates))),
  /** The slot that is open beside the calendar. */
  slot: z.optional(z.uuid()),
});

/** What the address of the calendar's page says. An invalid value is left out. */
export type CalendarQuery = z.output<typeof schema> & { view: CalendarView; date: string };

/** Parses the address of the calendar's page: a week that contains today unless it says something else. */
export function parseCalendarQuery(search: URLSearchParams, timeZone: string, now: Date): CalendarQuery {
  const query = parsePageQuery(schema, search);
  // Earlier addresses of the list have its filter by time.
  const view = query.view ?? (search.has('past') || search.has('after') ? 'list' : 'week');
  return { ...query, view, date: query.date ?? localDate(now, timeZone) };
}

/** Returns the address of the calendar with some values changed; an undefined value is left out. */
export function calendarHref(query: CalendarQuery, changes: Partial<CalendarQuery> = {}): string {
  const values = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined);
  return `/staff/slots/?${new URLSearchParams(values as [string, string][])}`;
}
