import {
  qualificationLabels,
  type RegistrationValues,
  registrationSections,
  shiftLabels,
} from './registration.ts';
import { languagesText } from './registration-text.ts';

type Fact = [name: string, value: string];

/** Labels that speak to the candidate on the form, for staff and employers. */
const labelsForOthers: Partial<Record<keyof RegistrationValues, string>> = {
  residence: 'Lives in',
  preferredLocationIds: 'Wants to work in',
};

/**
 * Lists a candidate's details as texts, in the order of their form. Empty details are left out, and the file
 * too, because staff can open it.
 */
export function candidateFacts(
  values: RegistrationValues,
  places: { currentLocation: string | null; preferredLocations: readonly string[] },
): Fact[] {
  const texts: Partial<Record<keyof RegistrationValues, string | null>> = {
    residence: places.currentLocation,
    preferredLocationIds: places.preferredLocations.join('; '),
    willingToRelocate: yesNo(values.willingToRelocate),
    highestQualification: values.highestQualification && qualificationLabels[values.highestQualification],
    degree: values.degree,
    college: values.college,
    graduationYear: text(values.graduationYear),
    totalExperienceMonths: monthsText(values.totalExperienceMonths),
    currentCompany: values.currentCompany,
    currentRole: values.currentRole,
    noticePeriodDays: values.noticePeriodDays === null ? null : `${values.noticePeriodDays} days`,
    expectedSalary:
      values.expectedSalary === null
        ? null
        : `${values.currency ?? ''} ${new Intl.NumberFormat('en-IN').format(values.expectedSalary)} a year`.trim(),
    industries: values.industries.join(', '),
    languages: languagesText(values.languages),
    shiftPreference: values.shiftPreference.map((shift) => shiftLabels[shift]).join(', '),
    hasLaptopAndInternet: yesNo(values.hasLaptopAndInternet),
    linkedinUrl: values.linkedinUrl,
  };
  const labels = registrationSections.flatMap(({ fields }) => Object.entries(fields)) as [
    keyof RegistrationValues,
    string,
  ][];
  return labels.flatMap(([field, name]): Fact[] =>
    texts[field] ? [[labelsForOthers[field] ?? name, texts[field]]] : [],
  );
}

export function monthsText(months: number | null): string | null {
  if (months === null) return null;
  if (months === 0) return 'None yet';
  const years = Math.floor(months / 12);
  const rest = months % 12;
  const parts = [
    years && `${years} ${years === 1 ? 'year' : 'years'}`,
    rest && `${rest} ${rest === 1 ? 'month' : 'months'}`,
  ];
  return parts.filter(Boolean).join(' ');
}

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');
const text = (value: number | null): string | null => (value === null ? null : String(value));
