/** The time zone of everything without one, and of visitors whose country is unknown: that of `defaultCountry`. [APP-13] */
export const defaultTimeZone = 'Asia/Kolkata';

/** Formats a date: `30 Nov 2026`. */
export function dateText(instant: Date, timeZone: string = defaultTimeZone): string {
  const { day, month, year } = parts(instant, timeZone, shortDate);
  return `${day} ${month} ${year}`;
}

/** Formats a calendar day: `2026-11-30` is `30 Nov 2026`. */
export const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');

/** Formats a time: `6:00 pm IST`, and for a viewer in another zone `6:00 pm IST (your time 7:30 am EST)`. */
export function timeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  const there = zonedClockText(instant, timeZone);
  if (viewerTimeZone === timeZone) return there;
  const here = zonedClockText(instant, viewerTimeZone);
  if (here === there) return there;
  const day = dateText(instant, viewerTimeZone);
  const isOtherDay = day !== dateText(instant, timeZone);
  return `${there} (your time ${isOtherDay ? `${day}, ` : ''}${here})`;
}

/** Formats a date and time: `30 Nov 2026, 6:00 pm IST (your time 7:30 am EST)`. */
export function dateTimeText(instant: Date, timeZone: string, viewerTimeZone: string = timeZone): string {
  return `${dateText(instant, timeZone)}, ${timeText(instant, timeZone, viewerTimeZone)}`;
}

interface Period {
  startsAt: string;
  endsAt: string;
}

/** `7 Dec 2026, 10:00 – 10:30 am IST (your time 4:30 – 5:00 am GMT)`; over midnight both ends in full, in each zone. */
export function periodText(
  { startsAt, endsAt }: Period,
  timeZone: string,
  viewerTimeZone: string = timeZone,
): string {
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  const there = dayPeriodText(from, to, timeZone);
  if (clockPeriodText(from, to, viewerTimeZone) === clockPeriodText(from, to, timeZone)) return there;
  const isSameDay = [from, to].every((at) => dateText(at, viewerTimeZone) === dateText(from, timeZone));
  const here = (isSameDay ? clockPeriodText : dayPeriodText)(from, to, viewerTimeZone);
  return `${there} (your time ${here})`;
}

/** `7 Dec 2026, 10:00 – 10:30 am IST`, and over midnight `7 Dec 2026, 11:30 pm IST – 8 Dec 2026, 12:30 am IST`. */
function dayPeriodText(from: Date, to: Date, timeZone: string): string {
  const day = dateText(from, timeZone);
  if (day !== dateText(to, timeZone))
    return `${dateTimeText(from, timeZone)} – ${dateTimeText(to, timeZone)}`;
  return `${day}, ${clockPeriodText(from, to, timeZone)}`;
}

/** `10:00 – 10:30 am IST`. The half of the day and the zone are said once, unless the period crosses a change of them. */
function clockPeriodText(from: Date, to: Date, timeZone: string): string {
  const [start, end] = [clockText(from, timeZone), clockText(to, timeZone)];
  if (zoneName(from, timeZone) !== zoneName(to, timeZone))
    return `${zonedClockText(from, timeZone)} – ${zonedClockText(to, timeZone)}`;
  const isOneHalf = start.slice(-2) === end.slice(-2);
  return `${isOneHalf ? start.slice(0, -3) : start} – ${end} ${zoneName(to, timeZone)}`;
}

/** Returns the number of calendar days between two instants in a time zone. */
export function daysBetween(from: Date, to: Date, timeZone: string = defaultTimeZone): number {
  return Math.round((dayNumber(to, timeZone) - dayNumber(from, timeZone)) / 86_400_000);
}

/** The days of recent instants. A list asks for that of the present time in each row, and an instant's day is that of its quarter of an hour. */
const dayNumbers = new Map<string, number>();
const quarterMs = 900_000;

function dayNumber(instant: Date, timeZone: string): number {
  const key = `${Math.floor(instant.getTime() / quarterMs)} ${timeZone}`;
  const known = dayNumbers.get(key);
  if (known !== undefined) return known;
  const { day, month, year } = parts(instant, timeZone, numericDate);
  const number = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (dayNumbers.size >= 500) dayNumbers.clear();
  dayNumbers.set(key, number);
  return number;
}

function zonedClockText(instant: Date, timeZone: string): string {
  return `${clockText(instant, timeZone)} ${zoneName(instant, timeZone)}`;
}

/** Formats a time without its zone, for a table whose heading names the zone: `6:00 pm`. */
export function clockText(instant: Date, timeZone: string): string {
  const { hour, minute, dayPeriod } = parts(instant, timeZone, clock);
  return `${hour}:${minute} ${(dayPeriod ?? '').toLowerCase()}`;
}

/** A locale abbreviates only its own time zones, so the locales of all supported countries are tried in turn. */
const localesByZone = ['en-IN', 'en-US', 'en-GB', 'en-AU', 'en-SG', 'en-HK'];

/** Returns the abbreviation of a time zone, `IST`, or its offset, `GMT+7`, where English has no abbreviation. */
export function zoneName(instant: Date, timeZone: string): string {
  for (const locale of localesByZone) {
    const name = zoneNameIn(locale, instant, timeZone);
    if (!/^GMT[+-]/.test(name)) return name;
  }
  return zoneNameIn('en-IN', instant, timeZone);
}

function zoneNameIn(locale: string, instant: Date, timeZone: string): string {
  const format = formatFor(locale, timeZone, zoneAbbreviation);
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

const shortDate: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const numericDate: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'numeric', year: 'numeric' };
const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true };
const zoneAbbreviation: Intl.DateTimeFormatOptions = { timeZoneName: 'short' };

/** Formats with `en-US`, whose short month names have three letters in every engine. */
function parts(instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor('en-US', timeZone, options).formatToParts(instant))
    found[type] = value;
  return found;
}

const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** Returns a cached format, because creating one costs 50 times as much as using it. */
function formatFor(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const ofOptions = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(options, ofOptions);
  const key = `${locale} ${timeZone}`;
  const format = ofOptions.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  ofOptions.set(key, format);
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
