import { expect, test } from 'vitest';
import { type Compensation, salaryText } from '#lib/domain/hiring/jobs/salary-text.ts';

const salary = (rest: Partial<Compensation>): Compensation => ({
  min: 420_000,
  max: 500_000,
  currency: 'INR',
  period: 'YEAR',
  isPublic: true,
  ...rest,
});

test('[USER-10] yearly rupees are formatted in lakh', () => {
  expect(salaryText(salary({}))).toBe('₹4.2–5.0 lakh a year');
  expect(salaryText(salary({ min: 275_000, max: 310_000 }))).toBe('₹2.75–3.1 lakh a year');
});

test('equal limits are one amount', () => {
  expect(salaryText(salary({ max: 420_000 }))).toBe('₹4.2 lakh a year');
});

test('small amounts and other currencies are formatted in full', () => {
  expect(salaryText(salary({ min: 18_000, max: 22_500, period: 'MONTH' }))).toBe('₹18,000–22,500 a month');
  expect(salaryText(salary({ min: 42_000, max: 50_000, currency: 'USD' }))).toBe('$42,000–50,000 a year');
});

test('a salary that is not public is not shown', () => {
  expect(salaryText(salary({ isPublic: false }))).toBe('Salary not disclosed');
  expect(salaryText(salary({ min: null, max: null }))).toBe('Salary not disclosed');
});
