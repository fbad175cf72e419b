import { graduationYears } from '#lib/domain/core/calendar.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { tooLongText } from '#lib/domain/core/text.ts';
import { parseLinkedinUrl } from '#lib/domain/core/web-address.ts';
import { indianStates } from './indian-towns.ts';
import type { RegistrationField, RegistrationValues } from './registration.ts';

/** Limits of a candidate's details, shared by the form and the contract. [API-44] */

/** Characters, trimmed. */
export const registrationLengths = { degree: 120, college: 160, currentCompany: 120, currentRole: 120 };

/** Minimum and maximum. */
export const registrationRanges = {
  graduationYear: graduationYears,
  totalExperienceMonths: [0, 600],
  /** Rupees a year. Less than 10,000 is a slip: 3.5 for 3.5 lakh, or pay for a month. */
  expectedSalary: [10_000, 100_000_000],
  noticePeriodDays: [0, 365],
} as const;

/** Maximum lengths of lists. */
export const registrationCounts = {
  preferredLocationIds: 10,
  languages: 12,
  shiftPreference: 4,
  industries: industries.length,
};

type Rules = {
  [Field in RegistrationField]?: (value: NonNullable<RegistrationValues[Field]>) => string | null;
};

const maxLength = (length: number) => (text: string) => (text.length > length ? tooLongText(length) : null);

const inRange =
  ([minimum, maximum]: readonly [number, number]) =>
  (value: number) =>
    Number.isInteger(value) && value >= minimum && value <= maximum
      ? null
      : `Please enter a whole number from ${minimum} to ${maximum}`;

/**
 * Parses what was typed into a number field. Signs and fractions stay, so that validation rejects them instead of saving
 * another number; text without a number gives -1, which validation rejects too.
 */
export function readTypedNumber(text: string): number | null {
  const typed = text.replace(/[−–]/g, '-').replace(/[^\d.-]/g, '');
  if (typed === '') return null;
  const value = Number(typed);
  return Number.isNaN(value) ? -1 : value;
}

const identity = (item: unknown) => item;
function maxItems<Item>(max: number, keyOf: (item: Item) => unknown = identity) {
  return (list: readonly Item[]): string | null => {
    if (list.length > max) return `Please choose at most ${max}`;
    return new Set(list.map(keyOf)).size < list.length ? 'Please name each only once' : null;
  };
}

const townPattern = /^[\p{L}\p{M}][\p{L}\p{M} .'()-]{1,59}$/u;

const rules: Rules = {
  residence: ({ city, region }) => {
    if (!townPattern.test(city)) return 'Enter the name of your town, without numbers';
    return (indianStates as readonly string[]).includes(region) ? null : 'Choose the state of your town';
  },
  preferredLocationIds: maxItems(registrationCounts.preferredLocationIds),
  degree: maxLength(registrationLengths.degree),
  college: maxLength(registrationLengths.college),
  graduationYear: inRange(registrationRanges.graduationYear),
  totalExperienceMonths: inRange(registrationRanges.totalExperienceMonths),
  currentCompany: maxLength(registrationLengths.currentCompany),
  currentRole: maxLength(registrationLengths.currentRole),
  expectedSalary: (rupees) =>
    inRange(registrationRanges.expectedSalary)(rupees) &&
    'Enter yearly pay, for example 3,50,000 or 3.5 lakh',
  noticePeriodDays: inRange(registrationRanges.noticePeriodDays),
  languages: maxItems(registrationCounts.languages, ({ code }) => code),
  shiftPreference: maxItems(registrationCounts.shiftPreference),
  linkedinUrl: (text) =>
    text === '' || parseLinkedinUrl(text) ? null : 'Please enter the address of your LinkedIn profile',
  industries: maxItems(registrationCounts.industries),
};

/** Validates a value. Returns the message of the rule it breaks, or null; an empty field (null) breaks none. */
export function registrationProblem<Field extends RegistrationField>(
  field: Field,
  value: RegistrationValues[Field],
): string | null {
  const rule = rules[field] as ((value: unknown) => string | null) | undefined;
  return value === null || !rule ? null : rule(value);
}
