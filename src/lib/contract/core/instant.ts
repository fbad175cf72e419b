import * as z from 'zod/mini';
import {
  isCalendarDay,
  isInstantInBounds,
  isPartialDate,
  outOfBoundsText,
  parseInstant,
} from '#lib/domain/core/calendar.ts';

/** The schemas of times and days. Every request, form and import that takes one uses these. [C-29] */

/** A moment of a response in UTC, in the format of ISO 8601: `2026-11-22T08:30:00.000Z`. */
export const instant = z.iso.datetime();

/**
 * Accepts a moment with `Z` or an offset from 2000 to 2099, to the millisecond, and outputs it in UTC. `required` is the
 * message for any other text.
 */
export const instantInput = (required: string) =>
  z.iso.datetime({ offset: true, error: required, abort: true }).check(
    z.refine((text) => parseInstant(text) !== null, { error: required, abort: true }),
    z.refine(isTextInBounds, outOfBoundsText),
    z.overwrite((text) => (isTextInBounds(text) ? new Date(text).toISOString() : text)),
  );

function isTextInBounds(text: string): boolean {
  const parsed = parseInstant(text);
  return parsed !== null && isInstantInBounds(parsed);
}

/** Accepts a calendar day from 2000 to 2099: `2026-12-05`. `required` is the message for any other text. */
export const calendarDay = (required: string) =>
  z.iso.date({ error: required }).check(z.refine(isCalendarDay, outOfBoundsText));

/** Accepts a year, a month or a day from 1900 to 2099: `2024`, `2024-05`, `2024-05-31`. */
export const partialDate = z
  .string({ error: 'Please enter a date' })
  .check(z.refine(isPartialDate, 'Please enter a year and a month'));
