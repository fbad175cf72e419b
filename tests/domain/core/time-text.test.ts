import { expect, test } from 'vitest';
import { countries } from '#lib/domain/core/countries.ts';
import {
  dateText,
  dateTimeText,
  daysBetween,
  formatWait,
  periodText,
  timeText,
} from '#lib/domain/core/time-text.ts';

const evening = new Date('2026-11-30T12:30:00Z');

test('[APP-13] a date is formatted in India’s time zone by default', () => {
  expect(dateText(new Date('2026-09-29T19:00:00Z'))).toBe('30 Sep 2026');
  expect(dateText(new Date('2026-09-29T19:00:00Z'), 'UTC')).toBe('29 Sep 2026');
});

test('[APP-13] a time has its zone, and the reader’s own time if that differs', () => {
  expect(timeText(evening, 'Asia/Kolkata')).toBe('6:00 pm IST');
  expect(timeText(evening, 'Asia/Kolkata', 'America/New_York')).toBe('6:00 pm IST (your time 7:30 am EST)');
  expect(timeText(new Date('2026-07-30T12:30:00Z'), 'Asia/Kolkata', 'US/Central')).toBe(
    '6:00 pm IST (your time 7:30 am CDT)',
  );
});

test('a reader for whom it is another day also sees the day', () => {
  const night = new Date('2026-11-30T19:00:00Z');
  expect(dateTimeText(night, 'Asia/Kolkata', 'Europe/London')).toBe(
    '1 Dec 2026, 12:30 am IST (your time 30 Nov 2026, 7:00 pm GMT)',
  );
});

test.each([
  [
    '2026-11-30T04:30',
    '2026-11-30T05:30',
    '30 Nov 2026, 10:00 – 11:00 am IST (your time 4:30 – 5:30 am GMT)',
  ],
  [
    '2026-11-30T05:30',
    '2026-11-30T07:30',
    '30 Nov 2026, 11:00 am – 1:00 pm IST (your time 5:30 – 7:30 am GMT)',
  ],
  [
    '2026-11-29T19:00',
    '2026-11-29T20:00',
    '30 Nov 2026, 12:30 – 1:30 am IST (your time 29 Nov 2026, 7:00 – 8:00 pm GMT)',
  ],
])('[APP-13] a period from %s to %s says what both ends share once', (startsAt, endsAt, text) => {
  const period = { startsAt: `${startsAt}:00Z`, endsAt: `${endsAt}:00Z` };
  expect(periodText(period, 'Asia/Kolkata', 'Europe/London')).toBe(text);
});

test('[APP-13] a period over a change of summer time has the zone at both ends', () => {
  const period = { startsAt: '2026-10-25T00:30:00Z', endsAt: '2026-10-25T01:30:00Z' };
  expect(periodText(period, 'Europe/London')).toBe('25 Oct 2026, 1:30 am BST – 1:30 am GMT');
});

test.each([
  // Over midnight in the event's zone only, in the reader's zone only, and in both.
  [
    '2026-11-30T18:00',
    'Europe/London',
    '30 Nov 2026, 11:30 pm IST – 1 Dec 2026, 12:30 am IST (your time 6:00 – 7:00 pm GMT)',
  ],
  [
    '2026-11-30T23:30',
    'Europe/London',
    '1 Dec 2026, 5:00 – 6:00 am IST (your time 30 Nov 2026, 11:30 pm GMT – 1 Dec 2026, 12:30 am GMT)',
  ],
  [
    '2026-11-30T18:00',
    'Asia/Kathmandu',
    '30 Nov 2026, 11:30 pm IST – 1 Dec 2026, 12:30 am IST (your time 30 Nov 2026, 11:45 pm GMT+5:45 – 1 Dec 2026, 12:45 am GMT+5:45)',
  ],
])('[APP-13] a period over midnight from %s has both ends for a reader in %s', (startsAt, viewer, text) => {
  const endsAt = new Date(Date.parse(`${startsAt}:00Z`) + 3_600_000).toISOString();
  expect(periodText({ startsAt: `${startsAt}:00Z`, endsAt }, 'Asia/Kolkata', viewer)).toBe(text);
});

test('two zones with the same time and name are shown once', () => {
  expect(timeText(evening, 'Asia/Kolkata', 'Asia/Calcutta')).toBe('6:00 pm IST');
});

test('[USER-05] the zone of every supported country has a name', () => {
  for (const { timeZone } of countries)
    expect(timeText(evening, timeZone)).toMatch(/^\d{1,2}:\d\d (am|pm) ([A-Z]{3,4}|GMT\+\d{1,2}(:\d\d)?)$/);
});

test('days are calendar days, not periods of 24 hours', () => {
  const lateEvening = new Date('2026-11-30T18:00:00Z');
  const afterMidnight = new Date('2026-11-30T18:45:00Z');
  expect(daysBetween(lateEvening, afterMidnight)).toBe(1);
  expect(daysBetween(lateEvening, lateEvening)).toBe(0);
  expect(daysBetween(new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z'), 'US/Central')).toBe(
    31,
  );
});

test.each([
  [1, '1 minute'],
  [61, '2 minutes'],
  [3540, '59 minutes'],
  [3541, '1 hour'],
  [3600, '1 hour'],
  [3601, '2 hours'],
  [21 * 3600, '21 hours'],
])('a wait of %i s is %s, rounded up so that nobody comes back too early', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
