import { formatList } from '#lib/domain/core/format-list.ts';
import { countText } from '../jobs/job-text.ts';
import { formatYearlyPay } from '../jobs/pay-input.ts';
import { formatTown } from './indian-towns.ts';
import {
  type LanguageLevel,
  languageLabels,
  qualificationLabels,
  type RegistrationField,
  type RegistrationValues,
  registrationSections,
  shiftLabels,
} from './registration.ts';

/** Formats a candidate's details. */

export const levelTexts: Record<LanguageLevel, string> = {
  A1: 'A1 · a few words',
  A2: 'A2 · simple talk',
  B1: 'B1 · everyday talk',
  B2: 'B2 · fluent',
  C1: 'C1 · very fluent',
  C2: 'C2 · like a native',
  NATIVE: 'Mother tongue',
};

/** `English (B2 · fluent), Hindi (Mother tongue)` */
export const languagesText = (languages: RegistrationValues['languages']): string =>
  languages.map(({ code, level }) => `${languageLabels[code]} (${levelTexts[level]})`).join(', ');

/** The text beside the consent box. */
export const registrationConsent = 'Yes, keep my details and show them to employers when I apply.';

/** The error of an unticked consent box. */
export const consentRequired = 'Please agree, so that we may keep your details';

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** `1 year and 3 months`, `No experience yet` */
export function experienceText(months: number): string {
  if (months === 0) return 'No experience yet';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return formatList([
    ...(years ? [countText(years, 'year')] : []),
    ...(rest ? [countText(rest, 'month')] : []),
  ]);
}

export const noticeText = (days: number): string => (days === 0 ? 'At once' : countText(days, 'day'));

/** Formats rupees as the form shows them, `₹3,50,000 a year (3.5 lakh)`, and other money as `USD 5,000 a year`. */
const expectedSalaryText = ({ expectedSalary, currency }: RegistrationValues): string =>
  currency === null || currency === 'INR'
    ? formatYearlyPay(expectedSalary ?? 0)
    : `${currency} ${whole.format(expectedSalary ?? 0)} a year`;

/** Formats the value of one field; null where it is empty. `placeOf` returns the name of a place. */
export function valueText(
  field: RegistrationField,
  values: RegistrationValues,
  placeOf: (id: string) => string,
): string | null {
  const value = values[field];
  if (value === null || (Array.isArray(value) && !value.length)) return null;
  switch (field) {
    case 'residence':
      return values.residence && formatTown(values.residence);
    case 'currentLocationId':
      return null;
    case 'preferredLocationIds':
      return formatList(values.preferredLocationIds.map(placeOf));
    case 'highestQualification':
      return values.highestQualification && qualificationLabels[values.highestQualification];
    case 'totalExperienceMonths':
      return experienceText(values.totalExperienceMonths ?? 0);
    case 'expectedSalary':
      return expectedSalaryText(values);
    case 'currency':
      return null;
    case 'noticePeriodDays':
      return noticeText(values.noticePeriodDays ?? 0);
    case 'languages':
      return languagesText(values.languages);
    case 'shiftPreference':
      return formatList(values.shiftPreference.map((shift) => shiftLabels[shift]));
    case 'industries':
      return formatList(values.industries);
    case 'resume':
      return 'Uploaded';
    default:
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
  }
}

/** The label of a field and whether it may be left empty. */
export function fieldText(field: RegistrationField): { label: string; isOptional: boolean } {
  for (const { fields, optional } of registrationSections as readonly {
    fields: Partial<Record<RegistrationField, string>>;
    optional: readonly RegistrationField[];
  }[]) {
    const label = fields[field];
    if (label) return { label, isOptional: optional.includes(field) };
  }
  return { label: field, isOptional: true };
}
