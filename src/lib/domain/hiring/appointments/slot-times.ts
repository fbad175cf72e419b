import { isInstantInBounds, outOfBoundsText } from '#lib/domain/core/calendar.ts';
import { addDays, instantOf, localTime, weekday } from '#lib/domain/core/zoned-time.ts';
import { countText } from '../jobs/job-text.ts';

/** Weekly availability, in the local time of a place. */
export interface Availability {
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** First and last day, both included. */
  fromDate: string;
  toDate: string;
  opens: string;
  closes: string;
  minutes: number;
  pauseMinutes: number;
  timeZone: string;
}

export interface SlotTime {
  startsAt: Date;
  endsAt: Date;
}

const slotPolicy = { maxDays: 92, maxSlots: 500 };

/** Validates an availability. Returns the first problem with its field, or null. */
export function availabilityProblem(
  one: Availability,
): { field: keyof Availability; message: string } | null {
  if (one.toDate < one.fromDate) return { field: 'toDate', message: 'The last day is before the first' };
  if (addDays(one.fromDate, slotPolicy.maxDays) < one.toDate)
    return { field: 'toDate', message: `At most ${slotPolicy.maxDays} days at a time` };
  if (minutesOf(one.closes) - minutesOf(one.opens) < one.minutes)
    return { field: 'closes', message: 'Not one interview fits between these times' };
  const times = slotTimes(one);
  if (!times.every(({ startsAt, endsAt }) => isInstantInBounds(startsAt) && isInstantInBounds(endsAt)))
    return { field: 'toDate', message: outOfBoundsText };
  const { length } = times;
  if (length === 0)
    return { field: 'weekdays', message: 'None of these days of the week is between the two dates' };
  return length > slotPolicy.maxSlots
    ? { field: 'toDate', message: `That is more than ${slotPolicy.maxSlots} slots: choose fewer days` }
    : null;
}

interface SlotCounts {
  created: number;
  existing: number;
  past: number;
}

/** `2 slots made; 3 were there already; 1 has passed.` */
export function slotCountsText({ created, existing, past }: SlotCounts, isPreview: boolean): string {
  const made = created ? countText(created, 'slot') : 'No slot';
  const [one, several] = isPreview ? ['is', 'are'] : ['was', 'were'];
  return `${[
    `${made} ${isPreview ? 'to make' : 'made'}`,
    ...(existing ? [`${existing} ${existing === 1 ? one : several} there already`] : []),
    ...(past ? [`${past} ${past === 1 ? 'has' : 'have'} passed`] : []),
  ].join('; ')}.`;
}

/**
 * Lists one interview after the other, on each of the days, as long as a complete one fits. There are fewer
 * in a night in which summer time begins or ends: it skips hours that the clock does not show and times that
 * overlap another interview.
 */
export function slotTimes(one: Availability): SlotTime[] {
  const times: SlotTime[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (let date = one.fromDate; date <= one.toDate; date = addDays(date, 1)) {
    if (!one.weekdays.includes(weekday(date))) continue;
    const last = minutesOf(one.closes) - one.minutes;
    for (let at = minutesOf(one.opens); at <= last; at += one.minutes + one.pauseMinutes) {
      const startsAt = instantOf(date, clockOf(at), one.timeZone);
      const endsAt = new Date(startsAt.getTime() + one.minutes * 60_000);
      if (localTime(startsAt, one.timeZone) !== clockOf(at) || startsAt.getTime() < free) continue;
      if (endsAt > instantOf(date, one.closes, one.timeZone)) continue;
      times.push({ startsAt, endsAt });
      free = endsAt.getTime();
    }
  }
  return times;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
