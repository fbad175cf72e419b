/** The supported countries, in the order shown (USER-05), each with its default time zone (APP-13). */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  isoCode: string;
  name: string;
  /** Includes the plus sign: `+91`. */
  callingCode: string;
  /** IANA. */
  timeZone: string;
}

const rows = [
  ['IN', 'India', '+91', 'Asia/Kolkata'],
  ['CA', 'Canada', '+1', 'America/Winnipeg'],
  ['US', 'United States', '+1', 'US/Central'],
  ['NL', 'Netherlands', '+31', 'Europe/Amsterdam'],
  ['GB', 'United Kingdom', '+44', 'Europe/London'],
  ['DE', 'Germany', '+49', 'Europe/Berlin'],
  ['MY', 'Malaysia', '+60', 'Asia/Kuala_Lumpur'],
  ['ID', 'Indonesia', '+62', 'Asia/Jakarta'],
  ['PH', 'Philippines', '+63', 'Asia/Manila'],
  ['SG', 'Singapore', '+65', 'Asia/Singapore'],
  ['TH', 'Thailand', '+66', 'Asia/Bangkok'],
  ['JP', 'Japan', '+81', 'Asia/Tokyo'],
  ['LK', 'Sri Lanka', '+94', 'Asia/Colombo'],
  ['IE', 'Ireland', '+353', 'Europe/Dublin'],
  ['HK', 'Hong Kong', '+852', 'Asia/Hong_Kong'],
  ['BD', 'Bangladesh', '+880', 'Asia/Dhaka'],
  ['AE', 'United Arab Emirates', '+971', 'Asia/Dubai'],
  ['IL', 'Israel', '+972', 'Asia/Jerusalem'],
  ['QA', 'Qatar', '+974', 'Asia/Qatar'],
  ['NP', 'Nepal', '+977', 'Asia/Kathmandu'],
] as const;

export type CountryIsoCode = (typeof rows)[number][0];

export const countries: readonly Country[] = rows.map(([isoCode, name, callingCode, timeZone]) => ({
  isoCode,
  name,
  callingCode,
  timeZone,
}));

export const defaultCountry = countries[0] as Country;

export function findCountry(isoCode: string): Country | null {
  return countries.find((country) => country.isoCode === isoCode) ?? null;
}

/** Returns the countries that match by ISO code, name or calling code, with or without the plus. [USER-06] */
export function searchCountries(text: string): readonly Country[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return countries;
  const digits = wanted.replace(/^\+/, '');
  return countries.filter(
    ({ isoCode, name, callingCode }) =>
      isoCode.toLowerCase() === wanted ||
      name.toLowerCase().includes(wanted) ||
      (/^\d+$/.test(digits) && callingCode.slice(1).startsWith(digits)),
  );
}
