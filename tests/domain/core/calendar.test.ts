import { expect, it } from 'vitest';
import {
  endsBeforeStart,
  isCalendarDay,
  isInstantInBounds,
  isPartialDate,
  parseInstant,
} from '#lib/domain/core/calendar.ts';

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

it.each([
  ['2000-01-01T00:00:00Z', true],
  ['2099-12-31T23:59:59.999Z', true],
  ['2100-01-01T13:59:59+14:00', true],
  ['1999-12-31T12:00:00-12:00', true],
  ['2026-12-05T18:30+05:30', true],
  ['1999-12-31T23:59:59.999Z', false],
  ['2100-01-01T00:00:00Z', false],
])('[C-29] %s is within the bounds: %s', (text, expected) => {
  const instant = parseInstant(text);
  expect(instant && isInstantInBounds(instant)).toBe(expected);
});

it.each([
  '2026-12-05T18:30:00',
  '2026-12-05T18:30:00.0001Z',
  '2026-12-05T24:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-12-05T18:30:00+14:01',
  '2026-12-05T18:30:00-12:01',
  '2026-12-05T18:30:00+05:60',
  '+012026-12-05T18:30:00Z',
])('[C-29] %s is no time', (text) => {
  expect(parseInstant(text)).toBeNull();
});

it.each([
  ['2000-01-01', true],
  ['2096-02-29', true],
  ['2099-12-31', true],
  ['1999-12-31', false],
  ['2100-01-01', false],
  ['2026-02-29', false],
  ['2026-1-1', false],
])('[C-29] %s is a day within the bounds: %s', (text, expected) => {
  expect(isCalendarDay(text)).toBe(expected);
});
