import { expect, it } from 'vitest';
import { endsBeforeStart, isPartialDate } from '#lib/domain/core/partial-date.ts';

it.each(['2024', '1999-12', '2024-02-29'])('%s is as much of a date as is known', (text) => {
  expect(isPartialDate(text)).toBe(true);
});

it.each(['', '24', '1899', '2024-13', '2024-1', '2023-02-29', '2024-05-32', '2024-05-31T00:00', ' 2024'])(
  '%j is no date',
  (text) => {
    expect(isPartialDate(text)).toBe(false);
  },
);

it.each([
  ['2024-05', '2024-04', true],
  ['2024', '2023-12', true],
  ['2024-05-31', '2024-05-30', true],
  ['2024-05', '2024', false],
  ['2024', '2024-01', false],
  ['2024-05', '2024-05', false],
  ['2024-05', null, false],
  [null, '2024', false],
])('from %s to %s ends before it starts: %s', (startedOn, endedOn, expected) => {
  expect(endsBeforeStart(startedOn, endedOn)).toBe(expected);
});
