import { expect, test } from 'vitest';
import { findAgendaDay } from '#lib/domain/staff/agenda.ts';

const dayAt = (now: string, timeZone: string) => {
  const day = findAgendaDay(new Date(now), timeZone);
  return day && [day.date, day.dueAt.toISOString()];
};

test('the email is due from eight until noon in the person’s time zone', () => {
  expect(dayAt('2026-11-23T02:29:59Z', 'Asia/Kolkata')).toBeNull();
  expect(dayAt('2026-11-23T02:30:00Z', 'Asia/Kolkata')).toEqual(['2026-11-23', '2026-11-23T02:30:00.000Z']);
  expect(dayAt('2026-11-23T06:29:59Z', 'Asia/Kolkata')).not.toBeNull();
  expect(dayAt('2026-11-23T06:30:00Z', 'Asia/Kolkata')).toBeNull();
  // Half past midnight in India, where the date is already the next one.
  expect(dayAt('2026-11-22T19:00:00Z', 'Asia/Kolkata')).toBeNull();
});

test('eight o’clock stays eight o’clock when summer time begins and ends', () => {
  const newYork = 'America/New_York';
  expect(dayAt('2027-03-13T13:00:00Z', newYork)?.[1]).toBe('2027-03-13T13:00:00.000Z');
  expect(dayAt('2027-03-14T12:00:00Z', newYork)).toEqual(['2027-03-14', '2027-03-14T12:00:00.000Z']);
  expect(dayAt('2027-03-14T11:59:59Z', newYork)).toBeNull();
  expect(dayAt('2026-11-01T12:30:00Z', newYork)).toBeNull();
  expect(dayAt('2026-11-01T13:00:00Z', newYork)).toEqual(['2026-11-01', '2026-11-01T13:00:00.000Z']);
});
