import { describe, expect, it } from 'vitest';
import { describeReminders, findDueReminder } from '#lib/domain/core/reminders/reminder-times.ts';

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

  it.each([
    ['the clocks go back in Chicago', '2026-11-01T09:30:00-06:00', '2026-10-31T10:30:00-05:00'],
    ['the clocks go forward in London', '2027-03-28T09:30:00+01:00', '2027-03-27T08:30:00+00:00'],
    ['midnight comes between', '2026-12-01T00:30:00+05:30', '2026-11-30T00:30:00+05:30'],
  ])('comes 24 hours before when %s', (_, begin, due) => {
    const appointment = { startsAt: at(begin), bookedAt: null };
    expect(findDueReminder(appointment, at(due))).toBe(1440);
    expect(findDueReminder(appointment, new Date(at(due).getTime() - 1))).toBeNull();
  });
});

it('[API-43] promises only the reminders that will come', () => {
  const now = at('2026-11-30T00:00:00Z');
  const texts = [25, 23, 0.5].map((count) => describeReminders(new Date(now.getTime() + hours(count)), now));
  expect(texts).toEqual(['24 hours and 1 hour', '1 hour', null]);
});
