import {
  fixUrl,
  isAtLeast,
  type LanguageCode,
  type LanguageLevel,
  languageLevels,
  type Qualification,
  type RegistrationField,
  type RegistrationValues,
  type Shift,
} from '../registration/registration.ts';

/** A job's eligibility rules, checked against a candidate's details. [API-41] */

/** The part of a rule that a candidate's details decide. The employer judges a rule without one. */
export type EligibilityCheck =
  | { kind: 'QUALIFICATION'; atLeast: Qualification; graduatedFrom?: number }
  | { kind: 'EXPERIENCE'; atLeastMonths?: number; atMostMonths?: number }
  /** Each group by one of its languages. */
  | { kind: 'LANGUAGE'; groups: readonly { anyOf: readonly LanguageCode[]; atLeast: LanguageLevel }[] }
  | { kind: 'PLACE'; regions: readonly string[]; orRelocates: boolean }
  | { kind: 'NOTICE'; atMostDays: number }
  | { kind: 'SHIFT'; anyOf: readonly Shift[] }
  | { kind: 'EQUIPMENT' };

export interface EligibilityItem {
  key: string;
  label: string;
  /** The sentence that a person reads. */
  rule: string;
  check?: EligibilityCheck | undefined;
}

/** A candidate as rules see them. */
export interface Candidate {
  values: RegistrationValues;
  /** Region of the place where they live: `Karnataka`. */
  currentRegion: string | null;
}

export interface EligibilityResult {
  /** All rules are met. */
  ok: boolean;
  /** Keys of the rules that are met. */
  met: string[];
  /** With the address where the candidate can edit the detail. */
  missing: { key: string; label: string; fixUrl: string }[];
  /** Keys of the rules that only the employer can judge. */
  unchecked: string[];
}

/** Checks every rule against the candidate's details. */
export function checkEligibility(items: readonly EligibilityItem[], candidate: Candidate): EligibilityResult {
  const checkedRules = items.flatMap(({ key, label, check }) => (check ? [{ key, label, check }] : []));
  const missing = checkedRules.filter(({ check }) => !isMet(check, candidate));
  return {
    ok: missing.length === 0,
    met: checkedRules.filter((item) => !missing.includes(item)).map(({ key }) => key),
    missing: missing.map(({ key, label, check }) => ({
      key,
      label,
      fixUrl: fixUrl(checkedFields[check.kind]),
    })),
    unchecked: items.filter(({ check }) => !check).map(({ key }) => key),
  };
}

/** An empty detail meets no rule. */
function isMet(check: EligibilityCheck, { values, currentRegion }: Candidate): boolean {
  switch (check.kind) {
    case 'QUALIFICATION':
      return hasQualification(check, values);
    case 'EXPERIENCE': {
      const { atLeastMonths = 0, atMostMonths = Number.POSITIVE_INFINITY } = check;
      const months = values.totalExperienceMonths;
      return months !== null && months >= atLeastMonths && months <= atMostMonths;
    }
    case 'LANGUAGE':
      return check.groups.every(({ anyOf, atLeast }) =>
        values.languages.some(({ code, level }) => anyOf.includes(code) && rank(level) >= rank(atLeast)),
      );
    case 'PLACE':
      return (
        (currentRegion !== null && check.regions.includes(currentRegion)) ||
        (check.orRelocates && values.willingToRelocate === true)
      );
    case 'NOTICE':
      return values.noticePeriodDays !== null && values.noticePeriodDays <= check.atMostDays;
    case 'SHIFT':
      return check.anyOf.some((shift) => values.shiftPreference.includes(shift));
    case 'EQUIPMENT':
      return values.hasLaptopAndInternet === true;
  }
}

const rank = (level: LanguageLevel): number => languageLevels.indexOf(level);

function hasQualification(
  { atLeast, graduatedFrom }: Extract<EligibilityCheck, { kind: 'QUALIFICATION' }>,
  { highestQualification, graduationYear }: RegistrationValues,
): boolean {
  if (highestQualification === null || !isAtLeast(highestQualification, atLeast)) return false;
  return graduatedFrom === undefined || (graduationYear !== null && graduationYear >= graduatedFrom);
}

/** The detail that decides each kind of rule. */
export const checkedFields = {
  QUALIFICATION: 'highestQualification',
  EXPERIENCE: 'totalExperienceMonths',
  LANGUAGE: 'languages',
  PLACE: 'residence',
  NOTICE: 'noticePeriodDays',
  SHIFT: 'shiftPreference',
  EQUIPMENT: 'hasLaptopAndInternet',
} as const satisfies Record<EligibilityCheck['kind'], RegistrationField>;
