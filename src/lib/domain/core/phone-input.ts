import { countries } from './countries.ts';
import { stripNonDigits } from './text.ts';

export interface ParsedPhone {
  countryIsoCode: string;
  /** National digits. */
  phone: string;
}

/** E.164 allows 15 digits with the calling code. */
const maxDigits = 14;
const indianLength = 10;

/**
 * Parses a phone number that was typed, pasted or filled in by the browser into national digits. "+91 98765 43210" and
 * "0091…" also select their country; "098765 43210" loses its trunk zero. [AUTH-16]
 */
export function parsePhoneInput(text: string, countryIsoCode: string): ParsedPhone {
  const digits = stripNonDigits(text);
  const international = /^\s*\+/.test(text) ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  const country = international === null ? null : findByCallingCode(international, countryIsoCode);
  if (international !== null && country) {
    return parsePhoneInput(international.slice(country.callingCode.length - 1), country.isoCode);
  }
  return { countryIsoCode, phone: nationalDigits(digits, countryIsoCode) };
}

/** Returns whether a text is "+", "+9" or "+91": no more than the beginning of an international number. */
export function isCallingCodeOnly(text: string): boolean {
  if (!/^\s*\+/.test(text)) return false;
  const digits = stripNonDigits(text);
  return countries.some(({ callingCode }) => callingCode.slice(1).startsWith(digits));
}

function findByCallingCode(digits: string, chosenIsoCode: string) {
  const matchingCountries = countries.filter(({ callingCode }) => digits.startsWith(callingCode.slice(1)));
  // Canada and the United States share +1, so the selected one of them stays.
  return matchingCountries.find(({ isoCode }) => isoCode === chosenIsoCode) ?? matchingCountries[0] ?? null;
}

function nationalDigits(digits: string, countryIsoCode: string): string {
  if (countryIsoCode !== 'IN') return digits.slice(0, maxDigits);
  const withoutPrefix =
    digits.length > indianLength ? digits.replace(/^(?:0|91)(?=[6-9]\d{9}$)/, '') : digits;
  return withoutPrefix.slice(0, indianLength);
}

/** Returns the six digits of a pasted "123 456" or of the whole text of an SMS. [AUTH-17] */
export function parseOtpInput(text: string): string {
  const found = /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/.exec(text);
  return stripNonDigits(found?.[0] ?? text).slice(0, 6);
}
