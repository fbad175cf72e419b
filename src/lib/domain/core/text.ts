/** What people type, made regular (FORM-05). */

/** U+0000–U+001F, U+007F–U+009F and the invisible marks that reorder or hide text. */
const controlCharacters = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Names and e-mail on change: control characters go, inner white space is one space, as NFC. */
export function formatText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(controlCharacters, '').replace(/ {2,}/g, ' ');
}

/** Names and e-mail on blur and on the server: as `formatText`, trimmed. */
export function formatTrimmedText(text: string): string {
  return formatText(text).trim();
}

/** Several lines, as typed but for control characters and white space at the ends. */
export function formatParagraphs(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim()
  );
}

/** What is written in several lines: as `formatTrimmedText` in each, and no more than one empty line in a row. */
export function formatTrimmedLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map(formatTrimmedText);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export const tooLongText = (length: number): string => `Please use at most ${length} characters`;

/** Phone and OTP: ASCII digits only (FORM-10). */
export function stripNonDigits(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Amounts: digits and dots only (FORM-10). */
export function removeAllButDigitsAndDots(text: string): string {
  return text.replace(/[^0-9.]/g, '');
}

/** `liftoff.example` → `https://liftoff.example`; what begins with http:// or https:// stays (FORM-10). */
export function prependHttps(text: string): string {
  return text === '' || /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

/** yes, true, 1 → true; no, false, 0 → false; anything else → null (FORM-10). */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  return ['no', 'false', '0'].includes(word) ? false : null;
}
