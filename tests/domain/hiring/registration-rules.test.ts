import { expect, it } from 'vitest';
import { readTypedNumber, registrationProblem } from '#lib/domain/hiring/registration/registration-rules.ts';

const problem = (text: string) => registrationProblem('noticePeriodDays', readTypedNumber(text));

it.each(['0', '30', ' 30', '30 days', '365'])('[API-44] “%s” is a notice period', (text) => {
  expect(problem(text)).toBeNull();
});

it.each(['-5', '−5', '-', '1.5', '5-10', '.', '366'])(
  '[API-44] “%s” is rejected with a message, and not read as another number',
  (text) => {
    expect(problem(text)).toBe('Please enter a whole number from 0 to 365');
  },
);

it('[API-44] a salary may contain commas, and an empty field has no value', () => {
  expect(readTypedNumber('3,00,000')).toBe(300_000);
  expect(readTypedNumber('')).toBeNull();
});
