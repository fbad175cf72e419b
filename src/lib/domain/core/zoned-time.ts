/** Converts between instants and the local date and time of a time zone. */

/** Returns whether this engine supports an IANA zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the local date: `2026-12-05`. */
export function localDate(instant: Date, timeZone: string): string {
  return localDateTime(instant, timeZone).slice(0, 10);
}

/** Returns the local time of day: `18:30`. */
export function localTime(instant: Date, timeZone: string): string {
  return localDateTime(instant, timeZone).slice(11, 16);
}

/** Returns the instant of a local date and time. A time that summer time skips becomes the one an hour earlier. */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const guess = asUtc - offsetAt(new Date(asUtc), timeZone);
  return new Date(asUtc - offsetAt(new Date(guess), timeZone));
}

/** Adds calendar days to a date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the weekday of a date; 0 is Sunday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

const offsetAt = (instant: Date, timeZone: string): number =>
  Date.parse(`${localDateTime(instant, timeZone)}Z`) - Math.floor(instant.getTime() / 1000) * 1000;

/** Returns the local date and time: `2026-12-05T18:30:00`. */
export function localDateTime(instant: Date, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${value('year')}-${value('month')}-${value('day')}T${value('hour')}:${value('minute')}:${value('second')}`;
}

let latest: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

/** Returns the format of a zone, the last one again where it can: creating one costs as much as 50 uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone === timeZone) return latest.format;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  latest = { timeZone, format };
  return format;
}
