import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';

/** Attendance in a training batch, by day of its time zone. */

export const attendanceLabels = { PRESENT: 'Present', ABSENT: 'Absent' } as const;
export type AttendanceStatus = keyof typeof attendanceLabels;

/** The status of each marked day: `{ '2026-12-05': 'PRESENT' }`. */
export type Attendance = Readonly<Record<string, AttendanceStatus>>;

interface BatchTimes {
  startsAt: string;
  endsAt: string;
  timeZone: string;
}

/** A page shows at most this many days of a batch. */
const maxDays = 366;

/** Returns the days of a batch, from the first to the last. */
export function listBatchDays({ startsAt, endsAt, timeZone }: BatchTimes): string[] {
  const last = localDate(new Date(endsAt), timeZone);
  const days: string[] = [];
  for (
    let day = localDate(new Date(startsAt), timeZone);
    day <= last && days.length < maxDays;
    day = addDays(day, 1)
  )
    days.push(day);
  return days;
}

/** Returns the days that have come, for which attendance can be marked; none before the batch begins. */
export const listMarkableDays = (batch: BatchTimes, now: Date): string[] =>
  new Date(batch.startsAt) <= now
    ? listBatchDays(batch).filter((day) => day <= localDate(now, batch.timeZone))
    : [];

export function countDays(attendance: Attendance): { present: number; marked: number } {
  const statuses = Object.values(attendance);
  return { present: statuses.filter((one) => one === 'PRESENT').length, marked: statuses.length };
}

/** Returns whether somebody attended every day that is marked for them. */
export function hasAttended(attendance: Attendance): boolean {
  const { present, marked } = countDays(attendance);
  return present > 0 && present === marked;
}
