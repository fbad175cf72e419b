import { defaultTimeZone } from './countries.ts';

/** Formats all times of pages and messages. Without a time zone they are in India's. [APP-13] */

/** Formats a date: `30 Nov 2026`. */
export function dateText(instant: Date, timeZone: string = defaultTimeZone): string {
  const { day, month, year } = parts(instant, timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day} ${month} ${year}`;
}

/** Formats a calendar day: `2026-11-30` is `30 Nov 2026`. */
export const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');

/** Formats a time: `6:00 pm IST`, and for a viewer in another zone `6:00 pm IST (your time 7:30 am EST)`. */
export function timeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  const there = clockText(instant, timeZone);
  const here = clockText(instant, viewerTimeZone);
  if (here === there) return there;
  const day = dateText(instant, viewerTimeZone);
  const isOtherDay = day !== dateText(instant, timeZone);
  return `${there} (your time ${isOtherDay ? `${day}, ` : ''}${here})`;
}

/** Formats a date and time: `30 Nov 2026, 6:00 pm IST (your time 7:30 am EST)`. */
export function dateTimeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  return `${dateText(instant, timeZone)}, ${timeText(instant, timeZone, viewerTimeZone)}`;
}

/** Returns the number of calendar days between two instants in a time zone. */
export function daysBetween(from: Date, to: Date, timeZone: string = defaultTimeZone): number {
  return Math.round((dayNumber(to, timeZone) - dayNumber(from, timeZone)) / 86_400_000);
}

function dayNumber(instant: Date, timeZone: string): number {
  const { day, month, year } = parts(instant, timeZone, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  });
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

function clockText(instant: Date, timeZone: string): string {
  const { hour, minute, dayPeriod } = parts(instant, timeZone, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  return `${hour}:${minute} ${(dayPeriod ?? '').toLowerCase()} ${zoneName(instant, timeZone)}`;
}

/** A locale abbreviates only its own time zones, so the locales of all supported countries are tried in turn. */
const localesByZone = ['en-IN', 'en-US', 'en-GB', 'en-AU', 'en-SG', 'en-HK'];

/** Returns the abbreviation of a time zone, `IST`, or its offset, `GMT+7`, where English has no abbreviation. */
function zoneName(instant: Date, timeZone: string): string {
  const nameIn = (locale: string) => zoneNameIn(locale, instant, timeZone);
  const locale = localesByZone.find((locale) => !/^GMT[+-]/.test(nameIn(locale)));
  return nameIn(locale ?? 'en-IN');
}

function zoneNameIn(locale: string, instant: Date, timeZone: string): string {
  const format = formatFor(locale, { timeZone, timeZoneName: 'short' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats with `en-US`, whose short month names have three letters in every engine. */
function parts(instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const found = formatFor('en-US', { ...options, timeZone }).formatToParts(instant);
  return Object.fromEntries(found.map(({ type, value }) => [type, value])) as Partial<
    Record<Intl.DateTimeFormatPartTypes, string>
  >;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format, because creating one costs 50 times as much as using it. */
function formatFor(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Returns the whole seconds until an instant, and 0 once it has passed. Both are milliseconds since 1970. [AUTH-13] */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}

/** Formats how long somebody has to wait, rounded up: `21 hours`, and below an hour `40 minutes`. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds > 3540 ? [Math.ceil(seconds / 3600), 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
