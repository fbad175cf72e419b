import { formatList } from '#lib/domain/core/format-list.ts';
import { addDays, instantOf, localDate, weekday } from '#lib/domain/core/zoned-time.ts';

/** The rules of the scholarship test. The page shows them, and the server enforces them. [API-21] */
export const scholarshipPolicy = {
  questionCount: 40,
  durationMinutes: 60,
  /** How long after its time a test can still be started. It then has its whole duration. */
  lateStartMinutes: 30,
  /** People who take the test at one time. */
  seatsPerSlot: 300,
  /** The days ahead for which times are offered. */
  bookingDays: 21,
  /** A time can be booked until this long before it. */
  bookingClosesMinutes: 15,
  /** How often a person can choose another time; a missed time can always be followed by another. */
  slotChanges: 2,
  /** How long an award can be used. */
  awardDays: 90,
  timeZone: 'Asia/Kolkata',
};

/** Who gets which share of the fee, by the share of right answers. The first band that fits counts. */
export const awardBands = [
  { minPercent: 90, sharePercent: 50 },
  { minPercent: 80, sharePercent: 30 },
  { minPercent: 70, sharePercent: 20 },
  { minPercent: 60, sharePercent: 10 },
] as const;

/** The shares of the fee that staff can award. 0 takes an award away. */
export const awardShares = [0, 10, 20, 30, 50] as const;

/** Returns the share of the fee for a number of right answers, in percent; 0 without an award. */
export const shareOf = (score: number, questionCount: number): number =>
  awardBands.find(({ minPercent }) => score * 100 >= minPercent * questionCount)?.sharePercent ?? 0;

/** Returns what an award takes off a fee, in whole units of its currency. */
export const awardAmount = (feeAmount: number, sharePercent: number): number =>
  Math.round((feeAmount * sharePercent) / 100);

/** The label of the discount line of a fee. */
export const awardLabel = (sharePercent: number): string => `Scholarship, ${sharePercent}% of the fee`;

/** A time at which the test can be taken. */
export interface TestSlot {
  /** The local day and time: `2026-11-28-1100`. */
  id: string;
  startsAt: Date;
}

/** The weekly times in India; 0 is Sunday. */
const weeklyTimes = [
  { day: 3, time: '20:00', label: 'Wednesday 8:00 pm' },
  { day: 6, time: '11:00', label: 'Saturday 11:00 am' },
  { day: 0, time: '18:00', label: 'Sunday 6:00 pm' },
] as const;

export const weeklyTimesText = formatList(weeklyTimes.map(({ label }) => label));

/** Lists the times that can be booked now, the next one first. */
export function listTestSlots(now: Date): TestSlot[] {
  const { bookingDays, bookingClosesMinutes, timeZone } = scholarshipPolicy;
  const today = localDate(now, timeZone);
  const earliest = now.getTime() + bookingClosesMinutes * 60_000;
  return Array.from({ length: bookingDays + 1 }, (_, ahead) => addDays(today, ahead))
    .flatMap((day) =>
      weeklyTimes
        .filter((weekly) => weekly.day === weekday(day))
        .map(({ time }) => ({
          id: `${day}-${time.replace(':', '')}`,
          startsAt: instantOf(day, time, timeZone),
        })),
    )
    .filter(({ startsAt }) => startsAt.getTime() >= earliest);
}

/** Returns the end of the time in which a test can be started. */
export const lastStartOf = (startsAt: Date): Date =>
  new Date(startsAt.getTime() + scholarshipPolicy.lateStartMinutes * 60_000);
