import { expect, test } from 'vitest';
import { formatNextDate } from '#lib/domain/staff/application-queue.ts';

test('[API-42] the next date of an application is ahead, and a training that is under way has its first day', () => {
  const at = new Date('2026-11-25T04:00:00Z');
  const format = (now: string) => formatNextDate(at, new Date(now), 'Asia/Kolkata');
  expect(format('2026-11-24T04:00:00Z')).toBe('25 Nov 2026, 9:30 am IST');
  expect(format('2026-11-27T04:00:00Z')).toBe('since 25 Nov 2026');
});
