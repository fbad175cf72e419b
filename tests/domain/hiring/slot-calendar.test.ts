import { describe, expect, it } from 'vitest';
import {
  calendarLines,
  calendarRange,
  countFreeSeats,
  slotsByDay,
} from '#lib/domain/hiring/appointments/slot-calendar.ts';

describe('[API-43] the calendar of interviews', () => {
  it('has weeks from Monday to Sunday in the reader’s time zone', () => {
    const range = calendarRange('week', '2026-11-29', 'Asia/Kolkata');
    expect([range.days[0], range.days.at(-1)]).toEqual(['2026-11-23', '2026-11-29']);
    expect([range.previous, range.next]).toEqual(['2026-11-16', '2026-11-30']);
    expect(range.from.toISOString()).toBe('2026-11-22T18:30:00.000Z');
    expect(range.to.toISOString()).toBe('2026-11-29T18:30:00.000Z');
    expect(range.title).toBe('Mon, 23 Nov 2026 to Sun, 29 Nov 2026');
  });

  it('has days of 23 hours where summer time begins', () => {
    const { from, to } = calendarRange('day', '2026-03-29', 'Europe/London');
    expect(to.getTime() - from.getTime()).toBe(23 * 3_600_000);
  });

  const slot = (startsAt: string, taken = 0) => ({ startsAt: `2026-11-23T${startsAt}:00.000Z`, taken });

  it('shows free slots of one time together and each booked one alone', () => {
    const lines = calendarLines([slot('05:00'), slot('05:00', 1), slot('05:00'), slot('06:00')]);
    expect(lines.map((line) => (line.kind === 'free' ? line.slots.length : line.slot.taken))).toEqual([
      1, 2, 0,
    ]);
  });

  it('counts only seats of slots that have not begun as free', () => {
    const now = new Date('2026-11-23T06:00:00.000Z');
    const seats = (startsAt: string, taken: number) => ({ ...slot(startsAt, taken), capacity: 3 });
    expect(countFreeSeats([seats('05:00', 0), seats('06:00', 0), seats('06:01', 1)], now)).toBe(2);
  });

  it('puts a slot on its local day', () => {
    const days = slotsByDay(['2026-11-23', '2026-11-24'], [slot('18:45')], 'Asia/Kolkata');
    expect(days.map(([, slots]) => slots.length)).toEqual([0, 1]);
  });
});
