import { describe, expect, test } from 'vitest';
import { findWindowProblem } from '#lib/domain/leads/callback.ts';
import {
  type CallTime,
  callTimes,
  parseCallbackWindow,
  windowFieldOf,
} from '#lib/domain/leads/callback-times.ts';

describe('[API-53] the two fields of the callback form', () => {
  test('nothing chosen is as soon as we can', () => {
    expect(parseCallbackWindow('', 'ANY')).toBe('ASAP');
    expect(parseCallbackWindow('', '')).toBe('ASAP');
  });

  test('a day alone is the whole of it, a time of a part of it', () => {
    expect(parseCallbackWindow('2026-12-05', 'ANY')).toEqual({
      date: '2026-12-05',
      from: '09:00',
      to: '20:00',
    });
    expect(parseCallbackWindow('2026-12-05', 'EVENING')).toMatchObject({ from: '16:00', to: '20:00' });
  });

  test('a time alone lacks its day, and a word that is no time is any time', () => {
    expect(parseCallbackWindow('', 'MORNING')).toMatchObject({ date: '' });
    expect(parseCallbackWindow('2026-12-05', 'toString')).toMatchObject({ from: '09:00', to: '20:00' });
  });

  test.each(Object.keys(callTimes) as CallTime[])('%s may be asked for on any day to come', (time) => {
    const window = parseCallbackWindow('2026-12-05', time);
    expect(findWindowProblem(window, 'Asia/Kolkata', new Date('2026-12-01T06:00:00Z'))).toBeNull();
  });

  test('what is wrong with the day stands at the day, with the hours at the time', () => {
    expect(windowFieldOf('preferredWindow')).toBe('callOn');
    expect(windowFieldOf('preferredWindow.date')).toBe('callOn');
    expect(windowFieldOf('preferredWindow.from')).toBe('callBetween');
    expect(windowFieldOf('preferredWindow.to')).toBe('callBetween');
  });
});
