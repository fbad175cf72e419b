import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, localDate, localTime } from '#lib/domain/core/zoned-time.ts';
import { dueText } from '#lib/domain/hiring/applications/reply-due.ts';
import { availabilityProblem, slotTimes } from '#lib/domain/hiring/appointments/slot-times.ts';

const week = {
  weekdays: [1, 3],
  fromDate: '2026-11-30',
  toDate: '2026-12-06',
  opens: '10:00',
  closes: '11:30',
  minutes: 30,
  pauseMinutes: 15,
  timeZone: 'Asia/Kolkata',
};

describe('weekly availability', () => {
  it('[API-43] becomes complete interviews on its days, in its time zone', () => {
    expect(slotTimes(week).map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2026-11-30T04:30:00.000Z',
      '2026-11-30T05:15:00.000Z',
      '2026-12-02T04:30:00.000Z',
      '2026-12-02T05:15:00.000Z',
    ]);
    for (const { startsAt, endsAt } of slotTimes(week))
      expect(endsAt.getTime() - startsAt.getTime()).toBe(1_800_000);
  });

  it('keeps the local time when summer time ends', () => {
    const times = slotTimes({
      ...week,
      weekdays: [6, 0],
      fromDate: '2026-10-31',
      toDate: '2026-11-01',
      timeZone: 'US/Central',
      closes: '10:30',
    });
    expect(times.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2026-10-31T15:00:00.000Z',
      '2026-11-01T16:00:00.000Z',
    ]);
  });

  it('[API-43] has no slot at an hour that summer time skips', () => {
    const times = slotTimes({
      ...week,
      weekdays: [0],
      fromDate: '2026-03-08',
      toDate: '2026-03-08',
      opens: '01:00',
      closes: '04:00',
      pauseMinutes: 0,
      timeZone: 'America/New_York',
    });
    expect(times.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T06:30:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
    ]);
  });

  it('[API-43] gives slots that never overlap, for any time, zone and length', () => {
    const changes = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31'];
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata'),
        fc.constantFrom('00:00', '00:30', '01:00', '01:45', '02:15', '09:00'),
        fc.integer({ min: 10, max: 120 }),
        fc.integer({ min: 0, max: 30 }),
        (fromDate, timeZone, opens, minutes, pauseMinutes) => {
          const availability = { ...week, weekdays: [6, 0], fromDate, toDate: addDays(fromDate, 1) };
          const one = { ...availability, opens, closes: '23:59', minutes, pauseMinutes, timeZone };
          const times = slotTimes(one);
          for (const [n, { startsAt, endsAt }] of times.entries()) {
            expect(endsAt.getTime() - startsAt.getTime()).toBe(minutes * 60_000);
            const before = times[n - 1];
            if (before) expect(startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime());
            expect(localTime(startsAt, timeZone) >= one.opens).toBe(true);
            expect(localDate(endsAt, timeZone)).toBe(localDate(startsAt, timeZone));
          }
        },
      ),
    );
  });

  it.each([
    [{ toDate: '2026-11-29' }, 'toDate'],
    [{ toDate: '2027-06-01' }, 'toDate'],
    [{ closes: '10:20' }, 'closes'],
    [
      {
        minutes: 10,
        pauseMinutes: 0,
        opens: '00:00',
        closes: '23:50',
        toDate: '2027-02-01',
        weekdays: [0, 1, 2, 3, 4, 5, 6],
      },
      'toDate',
    ],
  ])('%o is rejected', (more, field) => {
    expect(availabilityProblem({ ...week, ...more })?.field).toBe(field);
    expect(availabilityProblem(week)).toBeNull();
  });
});

it.each([
  [25, 'due in 25 min'],
  [119, 'due in 2 h'],
  [60 * 60, 'due in 3 days'],
  [-90, '2 h late'],
  [-5 * 24 * 60, '5 days late'],
])('%i minutes from now is “%s”', (minutes, text) => {
  const now = new Date('2026-11-30T10:00:00Z');
  expect(dueText(new Date(now.getTime() + minutes * 60_000), now)).toBe(text);
});
