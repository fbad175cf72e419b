/** Parses the text of a job search into words. */

/** Maximum length of a search, in characters. */
export const searchLength = 80;

/** The orders of the list of jobs besides our own. */
export const jobSortLabels = { NEWEST: 'Newest first', PAY: 'Highest pay first' } as const;

/** The minimum yearly pay that the form offers, in rupees. */
export const minPaySteps = [200_000, 250_000, 300_000, 350_000, 400_000, 500_000, 600_000, 800_000];

/** Words that match every job or do not describe one. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'at',
  'for',
  'in',
  'job',
  'jobs',
  'of',
  'or',
  'the',
  'to',
  'work',
]);

/**
 * Returns the prefixes that a job's words must match: "Sales jobs in Pune" → `sale`, `pune`. They contain
 * only letters and digits, so no character has a special meaning in a pattern.
 */
export function searchWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const searchWords = words.filter((word) => !fillers.has(word));
  return [...new Set((searchWords.length ? searchWords : words).map(withoutPlural))].slice(0, 8);
}

/** Returns whether a search has no words. Such a search finds no job instead of all jobs. */
export const isWordless = (text: string): boolean => text.trim() !== '' && searchWords(text).length === 0;

/** Strips the plural s, so that `accounts` finds "account"; short words and words in "ss" stay. */
const withoutPlural = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
