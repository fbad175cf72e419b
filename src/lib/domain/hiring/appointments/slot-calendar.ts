import { dateText } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf, localDate, weekday } from '#lib/domain/core/zoned-time.ts';

/** The days of the staff's calendar of interviews. A week begins on Monday. */

export const calendarViews = { week: 'Week', day: 'Day', list: 'List' } as const;
export type CalendarView = keyof typeof calendarViews;

export interface CalendarRange {
  days: string[];
  /** The first instant of the first day, and the one after the last day, in the reader's time zone. */
  from: Date;
  to: Date;
  /** The dates that the period before and the one after are shown for. */
  previous: string;
  next: string;
  title: string;
}

/** Returns the days that a view of a date shows. */
export function calendarRange(view: 'week' | 'day', date: string, timeZone: string): CalendarRange {
  const length = view === 'week' ? 7 : 1;
  const first = view === 'week' ? addDays(date, -((weekday(date) + 6) % 7)) : date;
  const days = Array.from({ length }, (_, index) => addDays(first, index));
  const title = view === 'week' ? `${dayTitle(first)} to ${dayTitle(days.at(-1) ?? first)}` : dayTitle(first);
  return {
    days,
    from: instantOf(first, '00:00', timeZone),
    to: instantOf(addDays(first, length), '00:00', timeZone),
    previous: addDays(first, -length),
    next: addDays(first, length),
    title,
  };
}

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Formats a day as a heading: `Mon, 23 Nov 2026`. */
export const dayTitle = (date: string): string =>
  `${weekdayNames[weekday(date)]}, ${dateText(new Date(`${date}T12:00:00Z`), 'UTC')}`;

/** One line of the calendar: a slot, or the free slots that begin at one time. */
export type CalendarLine<Slot> = { kind: 'slot'; slot: Slot } | { kind: 'free'; slots: Slot[] };

/**
 * Returns the lines of a day. Slots with a candidate have a line each; two or more free ones that begin at the same time
 * have one together, so that a week of many jobs fits on a page.
 */
export function calendarLines<Slot extends { startsAt: string; taken: number }>(
  slots: readonly Slot[],
): CalendarLine<Slot>[] {
  const times = Map.groupBy(slots, ({ startsAt }) => startsAt);
  return [...times.values()].flatMap((together) => {
    const free = together.filter(({ taken }) => taken === 0);
    const single = free.length > 1 ? together.filter(({ taken }) => taken > 0) : together;
    const lines: CalendarLine<Slot>[] = single.map((slot) => ({ kind: 'slot', slot }));
    return free.length > 1 ? [...lines, { kind: 'free', slots: free }] : lines;
  });
}

/** Returns how many seats can still be booked: a slot that has begun has none. */
export const countFreeSeats = (
  slots: readonly { startsAt: string; taken: number; capacity: number }[],
  now: Date,
): number =>
  slots.reduce((sum, one) => (new Date(one.startsAt) > now ? sum + one.capacity - one.taken : sum), 0);

/** Groups slots by their local date. Days without slots have an empty list. */
export function slotsByDay<Slot extends { startsAt: string }>(
  days: readonly string[],
  slots: readonly Slot[],
  timeZone: string,
): [date: string, slots: Slot[]][] {
  const byDate = Map.groupBy(slots, ({ startsAt }) => localDate(new Date(startsAt), timeZone));
  return days.map((date) => [date, byDate.get(date) ?? []]);
}
