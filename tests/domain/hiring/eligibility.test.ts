import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Candidate,
  checkEligibility,
  type EligibilityCheck,
} from '#lib/domain/hiring/jobs/eligibility.ts';
import {
  noRegistrationValues,
  type RegistrationValues,
} from '#lib/domain/hiring/registration/registration.ts';

const meets = (
  check: EligibilityCheck,
  values: Partial<RegistrationValues>,
  currentRegion: string | null = null,
) => {
  const candidate: Candidate = { values: { ...noRegistrationValues, ...values }, currentRegion };
  return checkEligibility([{ key: 'rule', label: 'Rule', rule: 'A rule', check }], candidate).ok;
};

test.each<[string, EligibilityCheck, Partial<RegistrationValues>, Partial<RegistrationValues>]>([
  [
    'a higher qualification is enough, a lower one not',
    { kind: 'QUALIFICATION', atLeast: 'BACHELOR' },
    { highestQualification: 'MASTER' },
    { highestQualification: 'DIPLOMA' },
  ],
  [
    'the year counts where the rule has one',
    { kind: 'QUALIFICATION', atLeast: 'BACHELOR', graduatedFrom: 2022 },
    { highestQualification: 'BACHELOR', graduationYear: 2022 },
    { highestQualification: 'BACHELOR', graduationYear: 2021 },
  ],
  [
    'experience has a lower end',
    { kind: 'EXPERIENCE', atLeastMonths: 12 },
    { totalExperienceMonths: 12 },
    { totalExperienceMonths: 11 },
  ],
  [
    'and an upper one',
    { kind: 'EXPERIENCE', atMostMonths: 12 },
    { totalExperienceMonths: 0 },
    { totalExperienceMonths: 13 },
  ],
  [
    'a language at its level or above',
    { kind: 'LANGUAGE', groups: [{ anyOf: ['en'], atLeast: 'B2' }] },
    { languages: [{ code: 'en', level: 'NATIVE' }] },
    { languages: [{ code: 'en', level: 'B1' }] },
  ],
  [
    'one language of each group',
    {
      kind: 'LANGUAGE',
      groups: [
        { anyOf: ['ta', 'ml'], atLeast: 'NATIVE' },
        { anyOf: ['en'], atLeast: 'A2' },
      ],
    },
    {
      languages: [
        { code: 'ml', level: 'NATIVE' },
        { code: 'en', level: 'A2' },
      ],
    },
    { languages: [{ code: 'ml', level: 'NATIVE' }] },
  ],
  ['a notice period', { kind: 'NOTICE', atMostDays: 60 }, { noticePeriodDays: 60 }, { noticePeriodDays: 61 }],
  [
    'a shift',
    { kind: 'SHIFT', anyOf: ['NIGHT'] },
    { shiftPreference: ['DAY', 'NIGHT'] },
    { shiftPreference: ['DAY'] },
  ],
  ['equipment', { kind: 'EQUIPMENT' }, { hasLaptopAndInternet: true }, { hasLaptopAndInternet: false }],
])('[API-41] %s', (_, check, fits, fitsNot) => {
  expect(meets(check, fits)).toBe(true);
  expect(meets(check, fitsNot)).toBe(false);
});

test('[API-41] a place matches where the candidate lives or would move', () => {
  const check = { kind: 'PLACE', regions: ['Karnataka'], orRelocates: true } as const;
  expect(meets(check, {}, 'Karnataka')).toBe(true);
  expect(meets(check, { willingToRelocate: true }, 'Kerala')).toBe(true);
  expect(meets({ ...check, orRelocates: false }, { willingToRelocate: true }, 'Kerala')).toBe(false);
});

test('[API-41] empty details meet no rule, and each rule is met, missing or for the employer to judge', () => {
  const checks: (EligibilityCheck | undefined)[] = [
    { kind: 'QUALIFICATION', atLeast: 'CLASS_10' },
    { kind: 'EXPERIENCE', atMostMonths: 12 },
    { kind: 'NOTICE', atMostDays: 365 },
    { kind: 'EQUIPMENT' },
    undefined,
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(checks), (some) => {
      const items = some.map((check, index) => ({
        key: `rule-${index}`,
        label: 'Rule',
        rule: 'A rule',
        check,
      }));
      const result = checkEligibility(items, { values: noRegistrationValues, currentRegion: null });
      expect(result.met).toEqual([]);
      const named = [...result.missing.map(({ key }) => key), ...result.unchecked];
      expect(named.sort()).toEqual(items.map(({ key }) => key).sort());
      expect(result.ok).toBe(result.missing.length === 0);
      for (const { fixUrl } of result.missing)
        expect(fixUrl).toMatch(/^\/moonshot\/registration\/\?section=(place|education|work|skills)#\w+$/);
    }),
  );
});
