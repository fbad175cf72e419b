import { localDate } from '../../core/zoned-time.ts';

/**
 * An interview pass: three mock interviews that a person pays for at once. The first can be booked before the payment has
 * arrived; the others need it. [APP-14]
 */

/** The mock interviews of one pass. */
export const passInterviews = 3;

/** Without a payment, only times that begin at least this many hours from now can be booked. */
export const unpaidLeadHours = 48;

/** A booking without a payment ends this many hours before it begins, so that the expert does not wait for nobody. */
export const paymentDueHours = 24;

/** Returns the time by which the payment has to arrive for an interview. */
export const paymentDueAt = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - paymentDueHours * 3_600_000);

/** Formats the number that people write into the transfer: `IP-26-00042`, with the year in India. */
export const passReference = (sequence: number, at: Date): string =>
  `IP-${localDate(at, 'Asia/Kolkata').slice(2, 4)}-${String(sequence).padStart(5, '0')}`;

/** Returns the days with the times that can be booked before a payment has arrived. */
export const listUnpaidDays = <Slot extends { startsAt: string }, Day extends { slots: Slot[] }>(
  days: readonly Day[],
  now: Date,
): Day[] => {
  const earliest = now.getTime() + unpaidLeadHours * 3_600_000;
  return days
    .map((day) => ({
      ...day,
      slots: day.slots.filter(({ startsAt }) => new Date(startsAt).getTime() >= earliest),
    }))
    .filter(({ slots }) => slots.length > 0);
};

/** Formats how many mock interviews are left: `You have 2 mock interviews left.` */
export const interviewsLeftText = (left: number): string =>
  left === 0
    ? 'You have no mock interview left.'
    : `You have ${left} mock ${left === 1 ? 'interview' : 'interviews'} left.`;

/** The candidate reads this when a booking ends without a payment. */
export const unpaidNote =
  'We got no payment in time, so this booking ended. You can book again after your payment has arrived.';
