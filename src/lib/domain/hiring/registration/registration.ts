import type { Town } from './indian-towns.ts';

/** A candidate's details for Moonshot and their labels. [API-40] */

/** Lowest first. */
export const qualificationLabels = {
  CLASS_10: 'Class 10',
  CLASS_12: 'Class 12',
  DIPLOMA: 'Diploma',
  BACHELOR: 'Bachelor’s degree',
  MASTER: 'Master’s degree',
  DOCTORATE: 'Doctorate',
} as const;
export type Qualification = keyof typeof qualificationLabels;

/** The Common European Framework's levels, lowest first, and above them the mother tongue. */
export const languageLevels = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'NATIVE'] as const;
export type LanguageLevel = (typeof languageLevels)[number];

/** ISO 639-1. */
export const languageLabels = {
  en: 'English',
  hi: 'Hindi',
  as: 'Assamese',
  bn: 'Bengali',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Marathi',
  or: 'Odia',
  pa: 'Punjabi',
  ta: 'Tamil',
  te: 'Telugu',
  ur: 'Urdu',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  nl: 'Dutch',
  ja: 'Japanese',
} as const;
export type LanguageCode = keyof typeof languageLabels;

export interface Language {
  code: LanguageCode;
  level: LanguageLevel;
}

export const shiftLabels = {
  DAY: 'Day',
  EVENING: 'Evening',
  NIGHT: 'Night',
  ROTATING: 'Rotating',
} as const;
export type Shift = keyof typeof shiftLabels;

/** Null where the candidate has not said. */
export interface RegistrationValues {
  /** Where they live: any Indian town. */
  residence: Town | null;
  /** The same place where it is one with jobs. */
  currentLocationId: string | null;
  preferredLocationIds: string[];
  willingToRelocate: boolean | null;
  highestQualification: Qualification | null;
  degree: string | null;
  college: string | null;
  graduationYear: number | null;
  totalExperienceMonths: number | null;
  currentCompany: string | null;
  currentRole: string | null;
  /** Whole units of `currency` a year. */
  expectedSalary: number | null;
  currency: string | null;
  noticePeriodDays: number | null;
  languages: Language[];
  shiftPreference: Shift[];
  hasLaptopAndInternet: boolean | null;
  resume: { mediaId: string } | null;
  linkedinUrl: string | null;
  industries: string[];
}
export type RegistrationField = keyof RegistrationValues;

export const noRegistrationValues: RegistrationValues = {
  residence: null,
  currentLocationId: null,
  preferredLocationIds: [],
  willingToRelocate: null,
  highestQualification: null,
  degree: null,
  college: null,
  graduationYear: null,
  totalExperienceMonths: null,
  currentCompany: null,
  currentRole: null,
  expectedSalary: null,
  currency: null,
  noticePeriodDays: null,
  languages: [],
  shiftPreference: [],
  hasLaptopAndInternet: null,
  resume: null,
  linkedinUrl: null,
  industries: [],
};

/** The sections of the form: their fields with labels, and which of them are optional. */
export const registrationSections = [
  {
    key: 'place',
    title: 'Where you work',
    fields: {
      residence: 'Where you live',
      preferredLocationIds: 'Where you want to work',
      willingToRelocate: 'Ready to move',
    },
    optional: [],
  },
  {
    key: 'education',
    title: 'Education',
    fields: {
      highestQualification: 'Highest qualification',
      degree: 'Degree',
      college: 'College',
      graduationYear: 'Year of graduation',
    },
    optional: ['college'],
  },
  {
    key: 'work',
    title: 'Work',
    fields: {
      totalExperienceMonths: 'Experience',
      currentCompany: 'Company',
      currentRole: 'Role',
      noticePeriodDays: 'Notice period',
      expectedSalary: 'Expected salary',
      currency: 'Currency',
      industries: 'Industries',
    },
    optional: ['currentCompany', 'currentRole', 'expectedSalary', 'currency', 'industries'],
  },
  {
    key: 'skills',
    title: 'Languages and shifts',
    fields: {
      languages: 'Languages',
      shiftPreference: 'Shifts',
      hasLaptopAndInternet: 'Laptop and internet',
    },
    optional: [],
  },
  {
    key: 'documents',
    title: 'Résumé and links',
    fields: { resume: 'Résumé', linkedinUrl: 'LinkedIn' },
    optional: ['resume', 'linkedinUrl'],
  },
] as const satisfies readonly Section[];

interface Section {
  key: string;
  title: string;
  fields: Partial<Record<RegistrationField, string>>;
  optional: readonly RegistrationField[];
}
export type SectionKey = (typeof registrationSections)[number]['key'];

export interface MissingField {
  field: RegistrationField;
  label: string;
  section: SectionKey;
  /** The address of the field in the form. */
  fixUrl: string;
}

/** Required fields without a value, in the order of the form. */
export function missingFields(values: RegistrationValues): MissingField[] {
  return registrationSections.flatMap(({ key, fields, optional }: Section & { key: SectionKey }) =>
    (Object.entries(fields) as [RegistrationField, string][])
      .filter(([field]) => !optional.includes(field) && isNeeded(field, values) && isEmpty(values[field]))
      .map(([field, label]) => ({ field, label, section: key, fixUrl: fixUrl(field) })),
  );
}

/**
 * Returns whether a section is complete. A section of optional fields is complete once a field is filled in, or once the
 * details are submitted, because then it was left empty on purpose.
 */
export function isComplete(section: SectionKey, values: RegistrationValues, isSubmitted: boolean): boolean {
  if (missingFields(values).some((missing) => missing.section === section)) return false;
  const { fields, optional }: Section =
    registrationSections.find(({ key }) => key === section) ?? registrationSections[0];
  const names = Object.keys(fields) as RegistrationField[];
  return isSubmitted || names.length > optional.length || names.some((field) => !isEmpty(values[field]));
}

/** Degree and year are required only from a diploma on. */
const isNeeded = (field: RegistrationField, { highestQualification }: RegistrationValues): boolean =>
  (field !== 'degree' && field !== 'graduationYear') ||
  (highestQualification !== null && isAtLeast(highestQualification, 'DIPLOMA'));

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns whether a qualification equals the other or is higher. */
export function isAtLeast(qualification: Qualification, minimum: Qualification): boolean {
  const order = Object.keys(qualificationLabels);
  return order.indexOf(qualification) >= order.indexOf(minimum);
}

/** Returns the address of a field in the form. */
export function fixUrl(field: RegistrationField): string {
  const section = registrationSections.find(({ fields }) => field in fields)?.key;
  return `/moonshot/registration/?section=${section}#${field}`;
}
