import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';

/**
 * The rules that the callback form checks in the browser. lead-schemas.ts has those that only the server
 * needs.
 */

export const callbackMessage = z
  .string({ error: 'Please enter your message as text' })
  .check(z.overwrite(formatTrimmedText), maxLength(500));

export const dayRequired = 'Please choose a day';
export const consentRequired = 'Please agree to be called';

/** Returns whether a text is an existing day: `2026-12-05`. */
export function isCalendarDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  );
}
