/** Between instants and what a clock on the wall of a time zone shows. */

/** Whether this engine knows the IANA zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The calendar day, `2026-12-05`. */
export function wallDate(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).slice(0, 10);
}

/** The time of day, `18:30`. */
export function wallClock(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).slice(11, 16);
}

/** When the clock on the wall shows that day and time. An hour that summer time skips is taken an hour earlier. */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const guess = asUtc - offsetAt(new Date(asUtc), timeZone);
  return new Date(asUtc - offsetAt(new Date(guess), timeZone));
}

/** The day so many days later, whatever the hours of those between. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

const offsetAt = (instant: Date, timeZone: string): number =>
  Date.parse(`${wallTime(instant, timeZone)}Z`) - Math.floor(instant.getTime() / 1000) * 1000;

/** `2026-12-05T18:30:00` */
export function wallTime(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${value('year')}-${value('month')}-${value('day')}T${value('hour')}:${value('minute')}:${value('second')}`;
}
