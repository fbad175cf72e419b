import { addDays, instantOf, wallDate, weekday } from '#lib/domain/core/zoned-time.ts';

/** A request to be called (API-53). Staff move it on; the visitor may cancel it. */
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

/** As soon as we can, or between two times of a day in the person's own zone. */
export type CallbackWindow = 'ASAP' | { date: string; from: string; to: string };

/** Within this many hours the same number is the same request. */
export const dedupeWindowHours = 72;

/** When people may be asked to be called, in their own zone, and how far ahead. */
export const callbackPolicy = { earliest: '08:00', latest: '21:00', daysAhead: 14, shortestMinutes: 30 };

/**
 * When our counsellors are at work: Monday to Saturday, in India. The late desk is for the Americas: every zone has
 * two hours a day at least in which it is neither night there nor nobody here.
 */
const shift = { opens: '10:00', closes: '23:00', timeZone: 'Asia/Kolkata' };
const answerMs = 2 * 3_600_000;

export interface WindowError {
  /** Which part of the window. */
  field: 'date' | 'from' | 'to';
  message: string;
}

/** What is wrong with a window now, or null: it is over, too far off, at night, or nobody of ours is at work in it. */
export function findWindowProblem(window: CallbackWindow, timeZone: string, now: Date): WindowError | null {
  if (window === 'ASAP') return null;
  const { earliest, latest, daysAhead } = callbackPolicy;
  const today = wallDate(now, timeZone);
  if (window.date > addDays(today, daysAhead))
    return { field: 'date', message: `Please choose a day within the next ${daysAhead} days` };
  if (window.date < today)
    return { field: 'date', message: 'This day has passed. Please choose a later one.' };
  if (window.from < earliest || window.from >= latest)
    return { field: 'from', message: 'Please choose a time between 8 am and 9 pm' };
  if (window.to > latest) return { field: 'to', message: 'Please choose a time between 8 am and 9 pm' };
  const asked = instantsOf(window, timeZone);
  if (workingEnd({ ...asked, from: later(asked.from, now) })) return null;
  if (asked.to <= now || workingEnd(asked))
    return { field: 'to', message: 'This time has passed. Please choose a later one.' };
  if (shiftDays(asked).every((day) => shiftOn(day) === null))
    return { field: 'date', message: 'We do not call on Sundays. Please choose another day.' };
  return {
    field: 'from',
    message:
      'Our counsellors work from 10 am to 11 pm in India. Please choose another time, or leave the day open.',
  };
}

/** By when somebody will have called: the end of the window or of our day, or two hours in which we may call there. */
export function callbackExpectedBy(window: CallbackWindow, timeZone: string, now: Date): Date {
  if (window !== 'ASAP') {
    const asked = instantsOf(window, timeZone);
    return workingEnd({ ...asked, from: later(asked.from, now) }) ?? asked.to;
  }
  let left = answerMs;
  for (let day = wallDate(now, shift.timeZone); ; day = addDays(day, 1))
    for (const hours of callableOn(day, timeZone)) {
      const begins = later(hours.from, now);
      const lasts = Math.max(0, hours.to.getTime() - begins.getTime());
      if (left <= lasts) return new Date(begins.getTime() + left);
      left -= lasts;
    }
}

/** When on that day of ours we work and it is no night in the person's zone, in order. */
function callableOn(day: string, timeZone: string): Span[] {
  const shift = shiftOn(day);
  if (!shift) return [];
  const days = new Set([shift.from, shift.to].map((instant) => wallDate(instant, timeZone)));
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

interface Span {
  from: Date;
  to: Date;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const instantsOf = ({ date, from, to }: Exclude<CallbackWindow, 'ASAP'>, timeZone: string): Span => ({
  from: instantOf(date, from, timeZone),
  to: instantOf(date, to, timeZone),
});

/** When our people work on that day of theirs; null on a Sunday. */
function shiftOn(day: string): Span | null {
  if (weekday(day) === 0) return null;
  return {
    from: instantOf(day, shift.opens, shift.timeZone),
    to: instantOf(day, shift.closes, shift.timeZone),
  };
}

/** Our people's days that a span touches: a day elsewhere may be two of theirs. */
const shiftDays = ({ from, to }: Span): string[] => [
  ...new Set([from, to].map((instant) => wallDate(instant, shift.timeZone))),
];

/** The end of the part of a span in which we work; null where that part is too short for a call. */
function workingEnd(asked: Span): Date | null {
  for (const hours of shiftDays(asked).map(shiftOn)) {
    if (!hours) continue;
    const ends = Math.min(asked.to.getTime(), hours.to.getTime());
    const lasts = ends - later(asked.from, hours.from).getTime();
    if (lasts >= callbackPolicy.shortestMinutes * 60_000) return new Date(ends);
  }
  return null;
}

/** Minutes between two times of a day; negative when the second is earlier. */
export function minutesBetween(from: string, to: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return minutes(to) - minutes(from);
}

/** No letter or digit that is read as another: no I, L, O, U, 0 or 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** `CB-7K3F-9Q2M` from eight random numbers below 256. */
export function callbackReference(random: Uint8Array): string {
  const letters = Array.from(random.slice(0, 8), (number) => alphabet[number % alphabet.length]).join('');
  return `CB-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
