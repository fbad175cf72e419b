import { expect, it } from 'vitest';
import { isCohortOver, reachedWithin } from '#lib/domain/staff/reports/cohorts.ts';
import { parseSpendRow } from '#lib/domain/staff/reports/cost-file.ts';
import { costText, formatPaise } from '#lib/domain/staff/reports/costs.ts';
import { comparedText, isFew } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { listWeeks } from '#lib/domain/staff/reports/report-period.ts';
import { completenessSentences } from '#lib/domain/staff/reports/visit-funnel.ts';

const today = '2026-11-27';
const row = (change: object = {}) =>
  parseSpendRow({ day: '2026-11-03', source: 'google', campaign: 'brand', amount: '10', ...change }, today);

it.each([
  ['1,25,000.50', 12_500_050],
  ['125,000', 12_500_000],
  ['₹ 1,250', 125_000],
  ['Rs. 99.9', 9990],
  ['0', 0],
])('[API-42] the amount %s is %i paise', (amount, paise) => {
  expect(row({ amount }).row?.amount).toBe(paise);
});

it.each(['', '-5', '1,25', '1.250,00', '12.345', '1e3', 'ten', '99,00,00,000.01'])(
  '[API-42] the amount “%s” is rejected',
  (amount) => {
    expect(row({ amount }).problems?.map(({ column }) => column)).toEqual(['amount']);
  },
);

it.each([
  ['3/11/2026', '2026-11-03'],
  ['03-11-2026', '2026-11-03'],
  ['3.11.2026', '2026-11-03'],
  ['2026-11-27', '2026-11-27'],
])('[API-42] the day %s is %s', (day, expected) => {
  expect(row({ day }).row?.day).toBe(expected);
});

it.each(['2026-11-28', '31/02/2026', '11/23/2026', '3/11/26', 'today', ''])(
  '[API-42] the day “%s” is rejected',
  (day) => {
    expect(row({ day }).problems?.map(({ column }) => column)).toEqual(['day']);
  },
);

it('[API-42] names are compared without case and spaces around them', () => {
  expect(row({ source: '  Google ', campaign: undefined }).row).toMatchObject({
    source: 'google',
    campaign: '',
  });
  expect(row({ source: 'x'.repeat(101) }).problems).toHaveLength(1);
});

it('[API-42] a cost needs spend and people, and one of a few people is marked', () => {
  expect([costText(100_000, 3), costText(0, 3), costText(100_000, 0)]).toEqual(['₹333', null, null]);
  expect([formatPaise(950), formatPaise(12_500_000)]).toEqual(['₹9.50', '₹1,25,000']);
  expect([isFew(0), isFew(9), isFew(10)]).toEqual([false, true, false]);
});

it('[TRACK-01] a cohort has a number when its last person has had the time', () => {
  // The week from 2 to 8 November.
  expect(isCohortOver('2026-11-02', 2, '2026-11-22')).toBe(false);
  expect(isCohortOver('2026-11-02', 2, '2026-11-23')).toBe(true);
  const counts = new Map([
    [0, 4],
    [1, 2],
    [3, 1],
  ]);
  expect(reachedWithin(counts, '2026-10-05', '2026-11-09')).toEqual([4, 6, 6, 7, null, null, null, null]);
});

it('a period has every week that one of its days is in', () => {
  expect(listWeeks({ from: '2026-11-08', to: '2026-11-23' })).toEqual([
    ...['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'],
  ]);
});

it('[TRACK-03] the report says since when, of whom and of how many visits its numbers are', () => {
  const known = {
    ...{ visitsSince: '2026-11-02', conversionsSince: '2026-10-05', samplePercent: 50 },
    ...{ signUpsOfVisits: 30, signUps: 60, conversions: 144, unknownConversions: 21 },
  };
  expect(completenessSentences(known)).toEqual([
    'Visits are counted since 2 Nov 2026, and only with the visitor’s consent. They contain 50% of the sign-ups of this period, so about as many of all visits.',
    'At least 50% of the visits with consent were stored, so numbers of visits are estimates.',
    'Conversions are all accepted requests since 5 Oct 2026, with or without consent; 123 of 144 have a known source.',
  ]);
  expect(completenessSentences({ ...known, samplePercent: 100, signUps: 9 })[0]).toContain('is not known');
  const nothing = { ...known, visitsSince: null, conversionsSince: null };
  expect(completenessSentences(nothing)).toEqual([
    'Nothing is counted yet. Visits are counted every ten minutes, and only with the visitor’s consent.',
  ]);
});

it('[API-42] a step says the two numbers that it compares, and a share only of ten or more', () => {
  const training = { step: 'TRAINING', reached: 7, possible: 12 } as const;
  expect([comparedText(training), comparedText(training, true)]).toEqual([
    'of 12 · 58%',
    'of 12 whose job has it · 58%',
  ]);
  expect(comparedText({ step: 'JOINED', reached: 7, possible: 8 }, true)).toBe('of 8');
  expect(comparedText({ step: 'OFFER', reached: 0, possible: 0 })).toBe(null);
  expect(comparedText({ step: 'APPLIED', reached: 68, possible: 68 })).toBe(null);
});
