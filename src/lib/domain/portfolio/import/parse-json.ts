import { isPartialDate } from '#lib/domain/core/calendar.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { formatParagraphs, formatTrimmedText } from '#lib/domain/core/text.ts';

/** Parses untrusted JSON: a value of another type becomes empty. */

export function parseRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export const parseList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns one line, cleaned and cut. */
export const parseLine = (value: unknown, length: number): string =>
  typeof value === 'string' ? cut(formatTrimmedText(value), length) : '';

/** Returns several lines, cleaned and cut. */
export const parseText = (value: unknown, length: number): string =>
  typeof value === 'string' ? cut(formatParagraphs(value), length) : '';

/** Returns a list of texts as lines with bullets. */
export const parseLines = (value: unknown): string =>
  parseList(value)
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => `• ${formatTrimmedText(one)}`)
    .join('\n');

/** Returns `2024`, `2024-05` or `2024-05-31`, also from a longer instant; null for anything else, such as `Present`. */
export function parseDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const date = value.trim().slice(0, 10);
  return isPartialDate(date) ? date : null;
}

/** Cuts a text without splitting a surrogate pair or leaving a space at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
