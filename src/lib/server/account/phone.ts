import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type CountryIsoCode, findCountry } from '#lib/domain/core/countries.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** A number that exists, of a kind that a person answers. */
export interface Phone {
  /** `+919876543210` */
  e164: string;
  /** National digits. */
  national: string;
  countryIsoCode: string;
}

/**
 * Checks that such a line can exist and take a code (C-14): one of our countries, mobile; a fixed line only
 * where the plan does not tell the two apart. Never premium, toll-free, shared-cost, VoIP or pager ranges.
 * @throws HttpError COUNTRY_NOT_SUPPORTED, PHONE_INVALID
 */
export function requirePhone({ countryIsoCode, phone }: { countryIsoCode: string; phone: string }): Phone {
  if (!findCountry(countryIsoCode))
    throw new HttpError('COUNTRY_NOT_SUPPORTED', { fields: ['countryIsoCode'] });
  // The library reads full-width digits, hidden spaces, extensions and mark-up; we take ASCII digits only.
  const digits = countryIsoCode === 'IN' ? /^[0-9]{10}$/ : /^[0-9]{4,14}$/;
  const parsed = digits.test(phone)
    ? parsePhoneNumberFromString(phone, countryIsoCode as CountryIsoCode)
    : undefined;
  if (!parsed || parsed.country !== countryIsoCode || !parsed.isValid() || !takesCodes(parsed))
    throw new HttpError('PHONE_INVALID', { fields: ['phone'] });
  return { e164: parsed.number, national: parsed.nationalNumber, countryIsoCode };
}

function takesCodes(number: PhoneNumber): boolean {
  if (number.country === 'IN')
    return /^[6-9][0-9]{9}$/.test(number.nationalNumber) && number.getType() === 'MOBILE';
  return number.getType() === 'MOBILE' || number.getType() === 'FIXED_LINE_OR_MOBILE';
}

/** `+919876543210` → `9876543210`. */
export function nationalDigits(e164: string, countryIsoCode: string): string {
  return e164.slice(findCountry(countryIsoCode)?.callingCode.length ?? 0);
}
