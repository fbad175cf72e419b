/** Normalises what people type. [FORM-05] */

/** U+0000–U+001F, U+007F–U+009F and the invisible characters that reorder or hide text. */
const controlCharacters = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Formats names and email while they are typed: NFC, without control characters, one space for white space. */
export function formatText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(controlCharacters, '').replace(/ {2,}/g, ' ');
}

/** Formats names and email on blur and on the server: as `formatText`, trimmed. */
export function formatTrimmedText(text: string): string {
  return formatText(text).trim();
}

/** Formats several lines: without control characters, and trimmed. */
export function formatParagraphs(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim()
  );
}

/** Formats several lines: each as `formatTrimmedText`, with at most one empty line in a row. */
export function formatTrimmedLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map(formatTrimmedText);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export const tooLongText = (length: number): string => `Please use at most ${length} characters`;

/** Removes all but ASCII digits, for phone numbers and codes. [FORM-10] */
export function stripNonDigits(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Removes all but digits and dots, for amounts. [FORM-10] */
export function removeAllButDigitsAndDots(text: string): string {
  return text.replace(/[^0-9.]/g, '');
}

/** Puts https:// before an address that begins with neither http:// nor https://. [FORM-10] */
export function prependHttps(text: string): string {
  return text === '' || /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

/** Parses yes, true and 1 as true, and no, false and 0 as false. Returns null for any other text. [FORM-10] */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  return ['no', 'false', '0'].includes(word) ? false : null;
}
/** A part of a text. A reference is never broken at its hyphens. */
export interface TextPart {
  text: string;
  isReference: boolean;
}

/** `MS-26-00817`, `LD-00042` and codes of jobs, such as `SLO-OTC-12-COL`. */
const reference = /\b([A-Z]{2,6}(?:-[A-Z0-9]+)*-[A-Z]*[0-9][A-Z0-9]*(?:-[A-Z0-9]+)*)\b/;

/**
 * Splits a text around the references in it, because browsers break lines after a hyphen and nobody can read or search a number
 * in two halves.
 */
export const splitReferences = (text: string): TextPart[] =>
  text
    .split(reference)
    .map((part, index) => ({ text: part, isReference: index % 2 === 1 }))
    .filter((part) => part.text !== '');
