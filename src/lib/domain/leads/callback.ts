import { addDays, instantOf, localDate, weekday } from '#lib/domain/core/zoned-time.ts';

/** Statuses of a request to be called (API-53). Staff change them; the visitor may cancel. */
export const callbackStatuses = [
  'NEW',
  'ASSIGNED',
  'ATTEMPTED',
  'CONNECTED',
  'FOLLOW_UP',
  'CONVERTED',
  'NOT_INTERESTED',
  'UNREACHABLE',
  'CANCELLED',
] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

/** Statuses of a call that has not taken place: the person may move or cancel it. */
export const openCallbackStatuses = [
  'NEW',
  'ASSIGNED',
  'ATTEMPTED',
  'FOLLOW_UP',
] as const satisfies readonly CallbackStatus[];

/** As soon as possible, or between two times of a day in the person's time zone. */
export type CallbackWindow = 'ASAP' | { date: string; from: string; to: string };

/** Within this many hours, requests with the same number are one request. */
export const dedupeWindowHours = 72;

/**
 * The hours at which people may ask to be called, in their own time zone, and the number of days ahead. Without a day we call
 * within `maxWaitHours` of our working time.
 */
export const callbackPolicy = {
  earliest: '08:00',
  latest: '21:00',
  daysAhead: 14,
  shortestMinutes: 30,
  maxWaitHours: 2,
};

/**
 * Working hours of our counsellors in India, Monday to Saturday. They end late because of the Americas: every
 * time zone has at least two hours a day in which it is not night there and a counsellor works.
 */
const shift = { opens: '10:00', closes: '23:00', timeZone: 'Asia/Kolkata' };
const maxWaitMs = callbackPolicy.maxWaitHours * 3_600_000;

export interface WindowError {
  /** The invalid part of the window. */
  field: 'date' | 'from' | 'to';
  message: string;
}

/** Returns what is wrong with a window, or null: it is over, too far ahead, at night, or outside our working hours. */
export function findWindowProblem(window: CallbackWindow, timeZone: string, now: Date): WindowError | null {
  if (window === 'ASAP') return null;
  const { earliest, latest, daysAhead } = callbackPolicy;
  const today = localDate(now, timeZone);
  if (window.date > addDays(today, daysAhead))
    return { field: 'date', message: `Please choose a day within the next ${daysAhead} days` };
  if (window.date < today)
    return { field: 'date', message: 'This day has passed. Please choose a later one.' };
  if (window.from < earliest || window.from >= latest)
    return { field: 'from', message: 'Please choose a time between 8 am and 9 pm' };
  if (window.to > latest) return { field: 'to', message: 'Please choose a time between 8 am and 9 pm' };
  const span = instantsOf(window, timeZone);
  if (workingEnd({ ...span, from: later(span.from, now) })) return null;
  if (span.to <= now || workingEnd(span))
    return { field: 'to', message: 'This time has passed. Please choose a later one.' };
  if (shiftDays(span).every((day) => shiftOn(day) === null))
    return { field: 'date', message: 'We do not call on Sundays. Please choose another day.' };
  return {
    field: 'from',
    message:
      'Our counsellors call from 10 am to 11 pm, India time. Please choose another time, or leave the day open.',
  };
}

/** Returns by when we will have called: at the end of the window or of our shift, or after two hours in which we may call. */
export function callbackExpectedBy(window: CallbackWindow, timeZone: string, now: Date): Date {
  if (window !== 'ASAP') {
    const span = instantsOf(window, timeZone);
    return workingEnd({ ...span, from: later(span.from, now) }) ?? span.to;
  }
  let left = maxWaitMs;
  for (let day = localDate(now, shift.timeZone); ; day = addDays(day, 1))
    for (const hours of callableOn(day, timeZone)) {
      const begins = later(hours.from, now);
      const lasts = Math.max(0, hours.to.getTime() - begins.getTime());
      if (left <= lasts) return new Date(begins.getTime() + left);
      left -= lasts;
    }
}

/** Lists the spans of our working day in which it is not night in the person's time zone, in order. */
function callableOn(day: string, timeZone: string): Span[] {
  const shift = shiftOn(day);
  if (!shift) return [];
  const days = new Set([shift.from, shift.to].map((instant) => localDate(instant, timeZone)));
  return [...days]
    .map((date) => {
      const { from, to } = instantsOf(
        { date, from: callbackPolicy.earliest, to: callbackPolicy.latest },
        timeZone,
      );
      return { from: later(from, shift.from), to: earlier(to, shift.to) };
    })
    .filter(({ from, to }) => from < to);
}

export interface Span {
  from: Date;
  to: Date;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const instantsOf = ({ date, from, to }: Exclude<CallbackWindow, 'ASAP'>, timeZone: string): Span => ({
  from: instantOf(date, from, timeZone),
  to: instantOf(date, to, timeZone),
});

/** Returns the time in which the call comes: the window up to when we will have called, or the last two hours before that. */
export function callbackSpan(window: CallbackWindow, timeZone: string, expectedBy: Date): Span {
  const from =
    window === 'ASAP' ? new Date(expectedBy.getTime() - maxWaitMs) : instantsOf(window, timeZone).from;
  return { from, to: expectedBy };
}

/** Returns our shift on a day in India; null on a Sunday. */
function shiftOn(day: string): Span | null {
  if (weekday(day) === 0) return null;
  return {
    from: instantOf(day, shift.opens, shift.timeZone),
    to: instantOf(day, shift.closes, shift.timeZone),
  };
}

/** Lists the days in India that a span touches. A day elsewhere may touch two of them. */
const shiftDays = ({ from, to }: Span): string[] => [
  ...new Set([from, to].map((instant) => localDate(instant, shift.timeZone))),
];

/** Returns the end of the part of a span in which we work; null where that part is too short for a call. */
function workingEnd(span: Span): Date | null {
  for (const hours of shiftDays(span).map(shiftOn)) {
    if (!hours) continue;
    const ends = Math.min(span.to.getTime(), hours.to.getTime());
    const lasts = ends - later(span.from, hours.from).getTime();
    if (lasts >= callbackPolicy.shortestMinutes * 60_000) return new Date(ends);
  }
  return null;
}

/** Returns the minutes between two times of a day; negative when the second is earlier. */
export function minutesBetween(from: string, to: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return minutes(to) - minutes(from);
}

/** Letters and digits without those that look like others: no I, L, O, U, 0 or 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Formats eight random bytes as a reference: `CB-7K3F-9Q2M`. */
export function callbackReference(random: Uint8Array): string {
  const letters = Array.from(random.slice(0, 8), (number) => alphabet[number % alphabet.length]).join('');
  return `CB-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
