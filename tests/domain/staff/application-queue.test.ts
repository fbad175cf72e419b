import { expect, test } from 'vitest';
import { formatNextDate } from '#lib/domain/staff/application-queue.ts';

test('[API-42] the next date of an application is ahead, and what has begun says so', () => {
  const appointmentAt = '2026-11-25T04:00:00Z';
  const format = (status: 'TRAINING' | 'INTERVIEW', now: string) =>
    formatNextDate({ appointmentAt, status }, new Date(now), 'Asia/Kolkata');
  expect(format('TRAINING', '2026-11-24T04:00:00Z')).toBe('25 Nov 2026, 9:30 am IST');
  expect(format('TRAINING', '2026-11-27T04:00:00Z')).toBe('since 25 Nov 2026');
  expect(format('INTERVIEW', '2026-11-27T04:00:00Z')).toBe('was 25 Nov 2026');
});
