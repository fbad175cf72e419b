import { industries } from './industries.ts';
import type { RegistrationField, RegistrationValues } from './registration.ts';
import { tooLongText } from './text.ts';
import { readLinkedinUrl } from './web-address.ts';

/** What a candidate may tell of themselves (API-44), besides its kind: read by their form and by the contract. */

type Rules = {
  [Field in RegistrationField]?: (value: NonNullable<RegistrationValues[Field]>) => string | null;
};

const atMost = (length: number) => (text: string) => (text.length > length ? tooLongText(length) : null);

const between = (minimum: number, maximum: number) => (value: number) =>
  value < minimum || value > maximum ? `Please enter a whole number from ${minimum} to ${maximum}` : null;

const itself = (item: unknown) => item;
function several<Item>(most: number, keyOf: (item: Item) => unknown = itself) {
  return (list: readonly Item[]): string | null => {
    if (list.length > most) return `Please choose at most ${most}`;
    return new Set(list.map(keyOf)).size < list.length ? 'Please name each only once' : null;
  };
}

const rules: Rules = {
  preferredLocationIds: several(10),
  degree: atMost(120),
  college: atMost(160),
  graduationYear: between(1960, 2040),
  totalExperienceMonths: between(0, 600),
  currentCompany: atMost(120),
  currentRole: atMost(120),
  expectedSalary: between(0, 100_000_000),
  noticePeriodDays: between(0, 365),
  languages: several(12, ({ code }) => code),
  shiftPreference: several(4),
  linkedinUrl: (text) =>
    text === '' || readLinkedinUrl(text) ? null : 'Please enter the address of your LinkedIn profile',
  industries: several(industries.length),
};

/** The message that a value breaks; null where it breaks none. Null is no value and always right. */
export function registrationProblem<Field extends RegistrationField>(
  field: Field,
  value: RegistrationValues[Field],
): string | null {
  const rule = rules[field] as ((value: unknown) => string | null) | undefined;
  return value === null || !rule ? null : rule(value);
}
