import { describe, expect, test } from 'vitest';
import { windowProblem } from '#lib/domain/leads/callback.ts';
import {
  type CallTime,
  callTimes,
  readCallbackWindow,
  windowField,
} from '#lib/domain/leads/callback-times.ts';

describe('[API-53] the two fields of the callback form', () => {
  test('nothing chosen is as soon as we can', () => {
    expect(readCallbackWindow('', 'ANY')).toBe('ASAP');
    expect(readCallbackWindow('', '')).toBe('ASAP');
  });

  test('a day alone is the whole of it, a time of a part of it', () => {
    expect(readCallbackWindow('2026-12-05', 'ANY')).toEqual({
      date: '2026-12-05',
      from: '09:00',
      to: '20:00',
    });
    expect(readCallbackWindow('2026-12-05', 'EVENING')).toMatchObject({ from: '16:00', to: '20:00' });
  });

  test('a time alone lacks its day, and a word that is no time is any time', () => {
    expect(readCallbackWindow('', 'MORNING')).toMatchObject({ date: '' });
    expect(readCallbackWindow('2026-12-05', 'toString')).toMatchObject({ from: '09:00', to: '20:00' });
  });

  test.each(Object.keys(callTimes) as CallTime[])('%s may be asked for on any day to come', (time) => {
    const window = readCallbackWindow('2026-12-05', time);
    expect(windowProblem(window, 'Asia/Kolkata', new Date('2026-12-01T06:00:00Z'))).toBeNull();
  });

  test('what is wrong with the day stands at the day, with the hours at the time', () => {
    expect(windowField('preferredWindow')).toBe('callOn');
    expect(windowField('preferredWindow.date')).toBe('callOn');
    expect(windowField('preferredWindow.from')).toBe('callBetween');
    expect(windowField('preferredWindow.to')).toBe('callBetween');
  });
});
