import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';

/** The statuses of an offer with their labels. One offer of an application is open or accepted at a time. */
export const offerStatusLabels = {
  OPEN: 'Open',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
  REPLACED: 'Replaced by a newer offer',
} as const;
export type OfferStatus = keyof typeof offerStatusLabels;

/** Reasons that candidates give when they decline an offer. */
export const declineReasons = {
  OTHER_JOB: 'I took another job',
  PAY: 'The pay',
  PLACE: 'The place or the shift',
  JOINING_DATE: 'The joining date',
  STUDIES: 'I go on studying',
  OTHER: 'Another reason',
} as const;
export type DeclineReason = keyof typeof declineReasons;

/** The highest yearly pay in rupees, so that an amount with a zero too many is noticed. */
export const maxAnnualPay = 50_000_000;
export const maxTermsLength = 5000;
/** The number of days in which a candidate can answer, and in which the first day can be. */
const maxDaysToAnswer = 60;
const maxDaysToJoin = 365;

interface OfferDates {
  /** The first day: `2026-12-05` */
  joiningOn: string;
  expiresAt: Date;
}

/** Checks the days of a new offer. Returns a message for each field to correct. Days are those of the job's place. */
export function findOfferDateErrors(
  { joiningOn, expiresAt }: OfferDates,
  now: Date,
  timeZone: string,
): Partial<Record<keyof OfferDates, string>> {
  const today = localDate(now, timeZone);
  const lastDay = localDate(expiresAt, timeZone);
  return {
    ...(joiningOn <= today && { joiningOn: 'Choose a first day after today.' }),
    ...(joiningOn > addDays(today, maxDaysToJoin) && { joiningOn: 'Choose a first day within a year.' }),
    ...(lastDay >= joiningOn && { expiresAt: 'The answer must come before the first day.' }),
    ...(lastDay > addDays(today, maxDaysToAnswer) && {
      expiresAt: `Choose a day within ${maxDaysToAnswer} days.`,
    }),
    ...(expiresAt <= now && { expiresAt: 'Choose a time that is still to come.' }),
  };
}
