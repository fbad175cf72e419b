import { describe, expect, it } from 'vitest';
import { fieldError } from '#lib/contract/core/fields.ts';
import { callbackWindow } from '#lib/contract/leads/lead-schemas.ts';
import { countries } from '#lib/domain/core/countries.ts';
import { addDays, instantOf, isTimeZone, localDate } from '#lib/domain/core/zoned-time.ts';
import {
  type CallbackWindow,
  callbackExpectedBy,
  callbackReference,
  findWindowProblem,
} from '#lib/domain/leads/callback.ts';
import { callTimes } from '#lib/domain/leads/callback-times.ts';

const india = 'Asia/Kolkata';
/** A Saturday, 3:30 pm in India. */
const now = new Date('2026-11-21T10:00:00Z');
/** `08:30` */
const formatLocalTime = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
const on = (date: string, from: string, to: string): CallbackWindow => ({ date, from, to });

describe('local times', () => {
  it.each([
    ['2026-11-21', '18:30', india, '2026-11-21T13:00:00.000Z'],
    ['2026-11-21', '18:30', 'America/New_York', '2026-11-21T23:30:00.000Z'],
    ['2026-07-01', '18:30', 'America/New_York', '2026-07-01T22:30:00.000Z'],
    // Summer time begins, so 2:30 does not exist and becomes an hour earlier.
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
    ['2026-03-08', '09:00', 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-12-31', '23:45', 'Asia/Kathmandu', '2026-12-31T18:00:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(instantOf(date, time, zone).toISOString()).toBe(instant);
  });

  it('validates days and zones', () => {
    expect(localDate(new Date('2026-11-21T20:00:00Z'), india)).toBe('2026-11-22');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect([isTimeZone(india), isTimeZone('Asia/Nowhere')]).toEqual([true, false]);
  });
});

describe('[API-53] when we call', () => {
  it.each([
    ['a working afternoon', '2026-11-20T10:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['an early morning', '2026-11-20T01:00:00Z', '2026-11-20T06:30:00.000Z'],
    ['an evening: what is left of the two hours', '2026-11-20T14:30:00Z', '2026-11-21T05:30:00.000Z'],
    ['a late evening', '2026-11-20T16:00:00Z', '2026-11-21T06:30:00.000Z'],
    ['a Saturday evening: Sunday is free', '2026-11-21T14:30:00Z', '2026-11-23T05:30:00.000Z'],
    ['a Sunday', '2026-11-22T06:00:00Z', '2026-11-23T06:30:00.000Z'],
  ])('as soon as possible, requested on %s', (_, requestedAt, expected) => {
    expect(callbackExpectedBy('ASAP', india, new Date(requestedAt)).toISOString()).toBe(expected);
  });

  it.each(countries)(
    'nobody in $name is called at night, and everybody can choose a time',
    ({ timeZone }) => {
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        const asked = new Date(now.getTime() + hour * 3_600_000);
        const clock = formatLocalTime(callbackExpectedBy('ASAP', timeZone, asked), timeZone);
        expect(clock >= '08:00' && clock <= '21:00', `${asked.toISOString()}: ${clock}`).toBe(true);
      }
      const monday = '2026-11-23';
      const possible = Object.values(callTimes).filter(
        ({ from, to }) => findWindowProblem(on(monday, from, to), timeZone, now) === null,
      );
      expect(possible.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('by the end of the window, in the person’s time zone', () => {
    expect(callbackExpectedBy(on('2026-11-24', '09:00', '12:00'), 'Asia/Dubai', now).toISOString()).toBe(
      '2026-11-24T08:00:00.000Z',
    );
  });

  it('by the end of our day if the window ends later', () => {
    const morning = on('2026-11-24', '09:00', '12:00');
    expect(callbackExpectedBy(morning, 'America/Chicago', now).toISOString()).toBe(
      '2026-11-24T17:30:00.000Z',
    );
  });

  const atWork =
    'from: Our counsellors call from 10 am to 11 pm, India time. Please choose another time, or leave the day open.';
  it.each<[CallbackWindow, string, string | null]>([
    [
      on('2026-11-22', '16:00', '20:00'),
      india,
      'date: We do not call on Sundays. Please choose another day.',
    ],
    [on('2026-11-24', '18:30', '20:00'), india, null],
    [on('2026-11-24', '08:00', '10:15'), india, atWork],
    [on('2026-11-24', '09:00', '12:00'), 'America/Chicago', null],
    [on('2026-11-24', '12:00', '16:00'), 'America/Chicago', atWork],
    [on('2026-11-24', '09:00', '12:00'), 'Europe/London', null],
    // Their Sunday morning has passed when our Monday begins; their Sunday evening is in our Monday.
    [on('2026-11-22', '19:00', '20:30'), 'America/Los_Angeles', atWork],
    [on('2026-11-22', '18:00', '20:30'), 'Pacific/Honolulu', null],
  ])('somebody is at work in %j in %s: %s', (window, zone, expected) => {
    const problem = findWindowProblem(window, zone, now);
    expect(problem && `${problem.field}: ${problem.message}`).toBe(expected);
  });

  it.each<[CallbackWindow, string | null]>([
    ['ASAP', null],
    [on('2026-11-21', '15:00', '16:00'), null],
    [on('2026-12-05', '15:00', '16:00'), null],
    [on('2026-12-06', '15:00', '16:00'), 'date: Please choose a day within the next 14 days'],
    [on('2026-11-20', '15:00', '16:00'), 'date: This day has passed. Please choose a later one.'],
    [on('2026-11-21', '14:00', '15:30'), 'to: This time has passed. Please choose a later one.'],
    [on('2026-11-22', '06:00', '09:00'), 'from: Please choose a time between 8 am and 9 pm'],
    [on('2026-11-22', '20:00', '22:00'), 'to: Please choose a time between 8 am and 9 pm'],
  ])('%j: %s', (window, expected) => {
    const problem = findWindowProblem(window, india, now);
    expect(problem && `${problem.field}: ${problem.message}`).toBe(expected);
  });

  it.each([
    ['ASAP', null],
    [on('2026-11-22', '09:00', '09:30'), null],
    [on('2026-11-22', '09:00', '09:20'), 'Please leave at least 30 minutes'],
    [on('2026-11-22', '12:00', '09:00'), 'Please leave at least 30 minutes'],
    [on('2026-02-30', '09:00', '12:00'), 'Please choose a day'],
    [on('tomorrow', '09:00', '12:00'), 'Please choose a day'],
    [on('2026-11-22', '9', '12:00'), 'Please choose a time'],
    [{ date: '2026-11-22' }, 'Please choose when we should call'],
    ['SOON', 'Please choose when we should call'],
    [undefined, 'Please choose when we should call'],
  ])('checks the shape of %j: %s', (value, message) => {
    expect(fieldError(callbackWindow, value)).toBe(message);
  });
});

it('a reference can be read out, because no two characters look alike', () => {
  expect(callbackReference(Uint8Array.from([0, 29, 30, 59, 255, 128, 7, 8]))).toMatch(
    /^CB-[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/,
  );
});
