import { describe, expect, test } from 'vitest';
import { findWindowProblem } from '#lib/domain/leads/callback.ts';
import {
  type CallTime,
  callTimes,
  parseCallbackWindow,
  windowFieldOf,
} from '#lib/domain/leads/callback-times.ts';

describe('[API-53] the two fields of the callback form', () => {
  test('no choice means as soon as possible', () => {
    expect(parseCallbackWindow('', 'ANY')).toBe('ASAP');
    expect(parseCallbackWindow('', '')).toBe('ASAP');
  });

  test('a day alone means the whole day, a time means a part of it', () => {
    expect(parseCallbackWindow('2026-12-05', 'ANY')).toEqual({
      date: '2026-12-05',
      from: '09:00',
      to: '20:00',
    });
    expect(parseCallbackWindow('2026-12-05', 'EVENING')).toMatchObject({ from: '16:00', to: '20:00' });
  });

  test('a time without a day is an error, and an unknown time means any time', () => {
    expect(parseCallbackWindow('', 'MORNING')).toMatchObject({ date: '' });
    expect(parseCallbackWindow('2026-12-05', 'toString')).toMatchObject({ from: '09:00', to: '20:00' });
  });

  test.each(Object.keys(callTimes) as CallTime[])('%s can be chosen on any future day', (time) => {
    const window = parseCallbackWindow('2026-12-05', time);
    expect(findWindowProblem(window, 'Asia/Kolkata', new Date('2026-12-01T06:00:00Z'))).toBeNull();
  });

  test('an error of the day is shown at the day, an error of the hours at the time', () => {
    expect(windowFieldOf('preferredWindow')).toBe('callOn');
    expect(windowFieldOf('preferredWindow.date')).toBe('callOn');
    expect(windowFieldOf('preferredWindow.from')).toBe('callBetween');
    expect(windowFieldOf('preferredWindow.to')).toBe('callBetween');
  });
});
