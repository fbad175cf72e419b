import { describe, expect, it } from 'vitest';
import { dayText, periodText } from '#lib/domain/hiring/appointments/period-text.ts';
import { eligibilityText } from '#lib/domain/hiring/jobs/eligibility-text.ts';
import { noRegistrationValues, registrationSections } from '#lib/domain/hiring/registration/registration.ts';
import {
  experienceText,
  fieldText,
  noticeText,
  valueText,
} from '#lib/domain/hiring/registration/registration-text.ts';

describe('[API-41] how a candidate meets the rules, shown before they apply', () => {
  it.each([
    [
      { met: ['a', 'b', 'c', 'd', 'e'], missing: [{ label: 'English' }] },
      'You meet 5 of 6 requirements. Missing: English.',
    ],
    [
      { met: [], missing: [{ label: 'English' }, { label: 'Education' }] },
      'You meet 0 of 2 requirements. Missing: English and Education.',
    ],
    [{ met: ['a', 'b'], missing: [] }, 'You meet the 2 requirements that we can check.'],
    [{ met: ['a'], missing: [] }, 'You meet the requirement that we can check.'],
    [{ met: [], missing: [] }, 'The employer judges each of these.'],
  ])('%j', (result, text) => expect(eligibilityText(result)).toBe(text));
});

describe('[API-43] a period', () => {
  const startsAt = '2026-12-07T04:30:00.000Z';
  it('of one day names the day once', () => {
    expect(periodText({ startsAt, endsAt: '2026-12-07T05:00:00.000Z' }, 'Asia/Kolkata')).toBe(
      '7 Dec 2026, 10:00 – 10:30 am IST',
    );
  });

  it('shows a reader in another zone when it begins there', () => {
    expect(
      periodText({ startsAt, endsAt: '2026-12-07T05:00:00.000Z' }, 'Asia/Kolkata', 'Europe/London'),
    ).toBe('7 Dec 2026, 10:00 – 10:30 am IST (your time 4:30 – 5:00 am GMT)');
  });

  it('of several days names the last one', () => {
    expect(periodText({ startsAt, endsAt: '2026-12-11T12:30:00.000Z' }, 'Asia/Kolkata')).toBe(
      '7 Dec 2026, 10:00 am IST – 11 Dec 2026, 6:00 pm IST',
    );
  });

  it('names the weekday of each day', () => expect(dayText('2026-12-07')).toBe('Mon, 7 Dec 2026'));
});

describe('[API-44] a candidate’s details in words', () => {
  const values = {
    ...noRegistrationValues,
    residence: { city: 'Pune', region: 'Maharashtra' },
    preferredLocationIds: ['p', 'c'],
    willingToRelocate: false,
    totalExperienceMonths: 14,
    noticePeriodDays: 0,
    expectedSalary: 420_000,
    languages: [{ code: 'en', level: 'B2' } as const],
  };
  const placeOf = (id: string) => (id === 'p' ? 'Pune' : 'Chennai');

  it.each([
    ['residence', 'Pune, Maharashtra'],
    ['preferredLocationIds', 'Pune and Chennai'],
    ['willingToRelocate', 'No'],
    ['totalExperienceMonths', '1 year and 2 months'],
    ['noticePeriodDays', 'At once'],
    ['expectedSalary', '₹4,20,000 a year (4.2 lakh)'],
    ['languages', 'English (B2 · fluent)'],
    ['degree', null],
    ['shiftPreference', null],
  ] as const)('%s', (field, text) => expect(valueText(field, values, placeOf)).toBe(text));

  it('formats counts', () => {
    expect([experienceText(0), experienceText(1), experienceText(24)]).toEqual([
      'No experience yet',
      '1 month',
      '2 years',
    ]);
    expect(noticeText(30)).toBe('30 days');
  });

  it('has the label of every field, and which fields are optional', () => {
    const fields = registrationSections.flatMap((section) => Object.entries(section.fields));
    for (const [field, label] of fields)
      expect(fieldText(field as keyof typeof noRegistrationValues).label).toBe(label);
    expect([fieldText('college').isOptional, fieldText('degree').isOptional]).toEqual([true, false]);
  });
});
