import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { type CountryIsoCode, findCountry } from '#lib/domain/core/countries.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** A valid number of a kind that can receive an OTP. */
export interface Phone {
  /** `+919876543210` */
  e164: string;
  /** National digits. */
  national: string;
  countryIsoCode: string;
}

/**
 * Parses a number and checks that it can receive an OTP: one of our countries, and mobile, or a fixed line where the
 * country's plan does not tell the two apart. Premium, toll-free, shared-cost, VoIP and pager numbers are rejected.
 * Throws `COUNTRY_NOT_SUPPORTED` or `PHONE_INVALID`. [C-14]
 */
export function requirePhone({ countryIsoCode, phone }: { countryIsoCode: string; phone: string }): Phone {
  if (!findCountry(countryIsoCode))
    throw new HttpError('COUNTRY_NOT_SUPPORTED', { fields: ['countryIsoCode'] });
  // The library also accepts full-width digits, hidden spaces, extensions and markup; we accept ASCII digits only.
  const digits = countryIsoCode === 'IN' ? /^[0-9]{10}$/ : /^[0-9]{4,14}$/;
  const parsed = digits.test(phone)
    ? parsePhoneNumberFromString(phone, countryIsoCode as CountryIsoCode)
    : undefined;
  if (!parsed || parsed.country !== countryIsoCode || !parsed.isValid() || !canReceiveCodes(parsed))
    throw new HttpError('PHONE_INVALID', { fields: ['phone'] });
  return { e164: parsed.number, national: parsed.nationalNumber, countryIsoCode };
}

function canReceiveCodes(number: PhoneNumber): boolean {
  if (number.country === 'IN')
    return /^[6-9][0-9]{9}$/.test(number.nationalNumber) && number.getType() === 'MOBILE';
  return number.getType() === 'MOBILE' || number.getType() === 'FIXED_LINE_OR_MOBILE';
}

/** Formats a number as people write it: `+918000000100` → `+91 80 0000 0100`. Returns unknown numbers unchanged. */
export function formatPhoneNumber(e164: string): string {
  const text = phoneTexts.get(e164) ?? parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
  phoneTexts.set(e164, text);
  return text;
}

/** Formatting a number takes 50 µs, and lists of staff and the footer of each page show the same ones again and again. */
const phoneTexts = new LRUCache<string, string>({ max: 5000 });

/** Formats a number as somebody typed it, an Indian one also without its calling code. Returns what is no number unchanged. */
export const formatTypedPhone = (text: string): string =>
  parsePhoneNumberFromString(text, 'IN')?.formatInternational() ?? text;

/** Returns a number without its calling code: `+919876543210` → `9876543210`. */
export function toNationalDigits(e164: string, countryIsoCode: string): string {
  return e164.slice(findCountry(countryIsoCode)?.callingCode.length ?? 0);
}

/** Formats the recipient of a message: a phone in groups, any other address as it is. */
export const formatRecipient = (recipient: string): string =>
  recipient.startsWith('+') ? formatPhoneNumber(recipient) : recipient;
