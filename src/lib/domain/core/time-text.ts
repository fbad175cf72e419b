import { defaultTimeZone } from './countries.ts';

/**
 * The one place where times become words, for pages and messages: `6:00 pm IST (your time 7:30 am EST)`.
 * Without a zone they are India's (APP-13).
 */

/** `30 Nov 2026` */
export function dateText(instant: Date, timeZone: string = defaultTimeZone): string {
  const { day, month, year } = parts(instant, timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day} ${month} ${year}`;
}

/** `6:00 pm IST`, and for a reader elsewhere `6:00 pm IST (your time 7:30 am EST)`. */
export function timeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  const there = clockText(instant, timeZone);
  const here = clockText(instant, viewerTimeZone);
  if (here === there) return there;
  const day = dateText(instant, viewerTimeZone);
  const isOtherDay = day !== dateText(instant, timeZone);
  return `${there} (your time ${isOtherDay ? `${day}, ` : ''}${here})`;
}

/** `30 Nov 2026, 6:00 pm IST (your time 7:30 am EST)` */
export function dateTimeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  return `${dateText(instant, timeZone)}, ${timeText(instant, timeZone, viewerTimeZone)}`;
}

/** Calendar days from one instant to another as a calendar on the wall of `timeZone` counts them. */
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

/** A locale abbreviates only the zones of its own readers, so ask those of all our countries in turn. */
const localesByZone = ['en-IN', 'en-US', 'en-GB', 'en-AU', 'en-SG', 'en-HK'];

/** `IST`, `EST`; `GMT+7` where no reader of English has a name for the zone. */
function zoneName(instant: Date, timeZone: string): string {
  const names = localesByZone.map((locale) => zoneNameIn(locale, instant, timeZone));
  return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0] ?? timeZone;
}

function zoneNameIn(locale: string, instant: Date, timeZone: string): string {
  const format = formatFor(locale, { timeZone, timeZoneName: 'short' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** In `en-US`, whose month names have three letters in every month and engine. */
function parts(instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const found = formatFor('en-US', { ...options, timeZone }).formatToParts(instant);
  return Object.fromEntries(found.map(({ type, value }) => [type, value])) as Partial<
    Record<Intl.DateTimeFormatPartTypes, string>
  >;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs 50 times as much as using it; there are as many as time zones and ways to write. */
function formatFor(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Returns the whole seconds left until a moment, 0 once it has come; both in milliseconds since 1970. [AUTH-13] */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
