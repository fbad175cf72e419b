import { describe, expect, it } from 'vitest';
import { describeReminders, findDueReminder } from '#lib/domain/core/reminders/reminder-times.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { localDateTime } from '#lib/domain/core/zoned-time.ts';

const hours = (count: number) => count * 3_600_000;
const at = (text: string) => new Date(text);

describe('[API-43] the reminder that is due', () => {
  const startsAt = at('2026-11-30T04:30:00Z');
  const before = (count: number) => new Date(startsAt.getTime() - hours(count));

  it.each([
    ['a day before', 24, 1440],
    ['late, while a day is still to come', 3, 1440],
    ['an hour before', 1, 60],
    ['not between the two', 1.5, null],
    ['not before the first', 24.01, null],
    ['not when it is about to begin', 0.1, null],
    ['not after it has begun', -0.1, null],
  ])('%s', (_, left, expected) => {
    expect(findDueReminder({ startsAt, bookedAt: null }, before(left))).toBe(expected);
  });

  it('is none for a time that was booked after it', () => {
    expect(findDueReminder({ startsAt, bookedAt: before(20) }, before(19))).toBeNull();
    expect(findDueReminder({ startsAt, bookedAt: before(20) }, before(1))).toBe(60);
    expect(findDueReminder({ startsAt, bookedAt: before(0.5) }, before(0.4))).toBeNull();
  });

  /** The local begin with its offset, and what the clock shows when the first reminder is due. */
  it.each([
    // The hour comes twice, so the clock shows an hour more a day before.
    ['the clocks go back', 'America/Chicago', '2026-11-01T09:30:00-06:00', '2026-10-31T10:30:00'],
    ['the clocks go back', 'Europe/London', '2026-10-25T09:30:00+00:00', '2026-10-24T10:30:00'],
    ['the clocks go back', 'Europe/Amsterdam', '2026-10-25T09:30:00+01:00', '2026-10-24T10:30:00'],
    ['the clocks go back', 'Asia/Jerusalem', '2026-10-25T09:30:00+02:00', '2026-10-24T10:30:00'],
    // The hour is skipped.
    ['the clocks go forward', 'America/Chicago', '2027-03-14T09:30:00-05:00', '2027-03-13T08:30:00'],
    ['the clocks go forward', 'Europe/London', '2027-03-28T09:30:00+01:00', '2027-03-27T08:30:00'],
    ['the clocks go forward', 'Europe/Amsterdam', '2027-03-28T09:30:00+02:00', '2027-03-27T08:30:00'],
    ['the clocks go forward', 'Asia/Jerusalem', '2027-03-26T09:30:00+03:00', '2027-03-25T08:30:00'],
    ['the clocks never change', 'Asia/Kolkata', '2026-11-01T09:30:00+05:30', '2026-10-31T09:30:00'],
    // The first and the second of the two hours with the same name, and one at the edge of the skipped hour.
    [
      'the hour comes twice, its first time',
      'Europe/London',
      '2026-10-25T01:30:00+01:00',
      '2026-10-24T01:30:00',
    ],
    [
      'the hour comes twice, its second time',
      'Europe/London',
      '2026-10-25T01:30:00+00:00',
      '2026-10-24T02:30:00',
    ],
    ['the hour before is skipped', 'America/Chicago', '2027-03-14T03:00:00-05:00', '2027-03-13T02:00:00'],
    ['midnight comes between', 'Asia/Kolkata', '2026-12-01T00:30:00+05:30', '2026-11-30T00:30:00'],
    ['midnight comes between', 'America/Chicago', '2026-12-01T00:00:00-06:00', '2026-11-30T00:00:00'],
    ['midnight comes between', 'Europe/London', '2027-01-01T00:00:00+00:00', '2026-12-31T00:00:00'],
    ['midnight comes between', 'Europe/Amsterdam', '2028-03-01T00:15:00+01:00', '2028-02-29T00:15:00'],
    ['midnight comes between', 'Asia/Jerusalem', '2026-12-01T00:30:00+02:00', '2026-11-30T00:30:00'],
  ])('comes 24 hours before when %s in %s', (_, timeZone, begin, clock) => {
    const appointment = { startsAt: at(begin), bookedAt: null };
    const due = new Date(at(begin).getTime() - hours(24));
    expect(localDateTime(due, timeZone)).toBe(clock);
    expect(findDueReminder(appointment, due)).toBe(1440);
    expect(findDueReminder(appointment, new Date(due.getTime() - 1))).toBeNull();
    const hourBefore = new Date(at(begin).getTime() - hours(1));
    expect(findDueReminder(appointment, hourBefore)).toBe(60);
    expect(findDueReminder(appointment, new Date(hourBefore.getTime() - 1))).toBeNull();
  });

  it.each([
    ['America/Chicago', '2026-11-01T07:30:00Z', '1 Nov 2026, 1:30 am CST'],
    ['America/Chicago', '2026-11-01T06:30:00Z', '1 Nov 2026, 1:30 am CDT'],
    ['Europe/London', '2026-10-25T00:30:00Z', '25 Oct 2026, 1:30 am BST'],
    ['Europe/London', '2026-10-25T01:30:00Z', '25 Oct 2026, 1:30 am GMT'],
    ['Asia/Kolkata', '2026-11-30T18:30:00Z', '1 Dec 2026, 12:00 am IST'],
  ])('names the time in %s so that two hours with one name differ', (timeZone, instant, text) => {
    expect(dateTimeText(at(instant), timeZone)).toBe(text);
  });
});

it('[API-43] promises only the reminders that will come', () => {
  const now = at('2026-11-30T00:00:00Z');
  const texts = [25, 23, 0.5].map((count) => describeReminders(new Date(now.getTime() + hours(count)), now));
  expect(texts).toEqual(['24 hours and 1 hour', '1 hour', null]);
});
