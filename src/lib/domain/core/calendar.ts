/**
 * The bounds of every time, day and year that the product accepts. The schemas of contract/core/instant.ts, the forms and
 * the imports use these. The database checks the same bounds (migration 033). [C-29]
 */

/** The first and the last year of a time or a day: appointments, deadlines, call-backs. */
const firstYear = 2000;
const lastYear = 2099;
const instantBounds = { from: Date.UTC(firstYear, 0, 1), before: Date.UTC(lastYear + 1, 0, 1) };

/** The first and the last year of graduation. */
export const graduationYears = [1960, 2040] as const;

export const outOfBoundsText = `Please choose a year from ${firstYear} to ${lastYear}`;

/** Returns whether an instant exists and is within the bounds. */
export function isInstantInBounds(instant: Date): boolean {
  const time = instant.getTime();
  return time >= instantBounds.from && time < instantBounds.before;
}

/**
 * Returns the instant that a text names, or null. The text has an existing day, an offset that some place on Earth has,
 * from -12:00 to +14:00, and at most milliseconds: `2026-12-05T18:30:00.000+05:30`. The year may be out of bounds.
 */
export function parseInstant(text: string): Date | null {
  const [, day, zone = ''] =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:[0-5]\d)$/.exec(
      text,
    ) ?? [];
  const isOffsetReal = zone === 'Z' || zone.slice(1) <= (zone.startsWith('+') ? '14:00' : '12:00');
  return day && isRealDay(day) && isOffsetReal ? new Date(text) : null;
}

/** Returns whether a text is an existing day within the bounds: `2026-12-05`. */
export const isCalendarDay = (text: string): boolean =>
  isRealDay(text) && isBetween(text, firstYear, lastYear);

/**
 * Returns whether a text is a calendar year, month or day of a person's life, from 1900 to 2099: `2024`, `2024-05`,
 * `2024-05-31`.
 */
export function isPartialDate(text: string): boolean {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  return year !== undefined && isRealDay(`${year}-${month}-${day}`) && isBetween(year, 1900, lastYear);
}

/** Returns whether the end is before the start, as far as both are known: `2024-05` to `2024` is not. */
export function endsBeforeStart(startedOn: string | null, endedOn: string | null): boolean {
  if (!startedOn || !endedOn) return false;
  const known = Math.min(startedOn.length, endedOn.length);
  return endedOn.slice(0, known) < startedOn.slice(0, known);
}

/** JavaScript turns `2026-02-30` into 2 March, so the day is compared with the text. */
function isRealDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const isBetween = (text: string, first: number, last: number): boolean =>
  Number(text.slice(0, 4)) >= first && Number(text.slice(0, 4)) <= last;
