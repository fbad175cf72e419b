/** What a person types to find a job, read as words. */

/** Characters that a search takes. */
export const searchLength = 80;

/** Words that every job fits or none means. */
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
 * The beginnings that a job's words must have, each at least once: "Sales jobs in Pune" → `sale`, `pune`. Letters and
 * digits only, so that nothing in them means anything to a pattern.
 */
export function searchWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !fillers.has(word));
  return [...new Set((telling.length ? telling : words).map(withoutPlural))].slice(0, 8);
}

/** Something is typed, and no word is in it: nothing is found then, rather than everything. */
export const isWordless = (text: string): boolean => text.trim() !== '' && searchWords(text).length === 0;

/** `accounts` finds "account" as well; what is short or ends on "ss" is no plural. */
const withoutPlural = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
