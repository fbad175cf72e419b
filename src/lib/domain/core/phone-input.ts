import { countries } from './countries.ts';
import { stripNonDigits } from './text.ts';

export interface TypedPhone {
  countryIsoCode: string;
  /** National digits. */
  phone: string;
}

/** E.164 allows 15 digits with the calling code. */
const longest = 14;
const indianLength = 10;

/**
 * What was typed, pasted or filled in by the browser, as national digits (AUTH-16). "+91 98765 43210" and
 * "0091…" name their country, which then becomes the chosen one; "098765 43210" loses its trunk zero.
 */
export function readTypedPhone(text: string, countryIsoCode: string): TypedPhone {
  const digits = stripNonDigits(text);
  const international = /^\s*\+/.test(text) ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const country = international === null ? null : findByCallingCode(international, countryIsoCode);
  if (international !== null && country) {
    return readTypedPhone(international.slice(country.callingCode.length - 1), country.isoCode);
  }
  return { countryIsoCode, phone: nationalDigits(digits, countryIsoCode) };
}

/** "+", "+9" or "+91": the beginning of an international number that names no line yet. */
export function isCallingCodeOnly(text: string): boolean {
  if (!/^\s*\+/.test(text)) return false;
  const digits = stripNonDigits(text);
  return countries.some(({ callingCode }) => callingCode.slice(1).startsWith(digits));
}

function findByCallingCode(digits: string, chosenIsoCode: string) {
  const fitting = countries.filter(({ callingCode }) => digits.startsWith(callingCode.slice(1)));
  // +1 is Canada and the United States: the one that is chosen already stays.
  return fitting.find(({ isoCode }) => isoCode === chosenIsoCode) ?? fitting[0] ?? null;
}

function nationalDigits(digits: string, countryIsoCode: string): string {
  if (countryIsoCode !== 'IN') return digits.slice(0, longest);
  const withoutPrefix =
    digits.length > indianLength ? digits.replace(/^(?:0|91)(?=[6-9]\d{9}$)/, '') : digits;
  return withoutPrefix.slice(0, indianLength);
}

/** The six digits in a pasted "123 456" or in the whole text of an SMS (AUTH-17). */
export function readTypedOtp(text: string): string {
  const found = /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/.exec(text);
  return stripNonDigits(found?.[0] ?? text).slice(0, 6);
}
