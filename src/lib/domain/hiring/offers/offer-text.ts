import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { dateTimeText, dayText } from '#lib/domain/core/time-text.ts';
import type { NotificationContent } from '../applications/application-notifications.ts';
import type { OfferSummary } from '../applications/notification-input.ts';
import { formatYearlyPay } from '../jobs/pay-input.ts';

/** The terms of an offer that messages and pages name. */
interface OfferTerms {
  /** In rupees. */
  annualPay: number;
  /** `2026-12-05` */
  joiningOn: string;
  location: string;
  expiresAt: Date;
}

/** Formats the terms of an offer for a reader in a time zone. */
export const summarizeOffer = (
  { annualPay, joiningOn, location, expiresAt }: OfferTerms,
  viewerTimeZone: string,
): OfferSummary => ({
  pay: formatYearlyPay(annualPay),
  joiningOn: dayText(joiningOn),
  location,
  until: dateTimeText(expiresAt, defaultTimeZone, viewerTimeZone),
});

interface OfferReminderInput {
  /** `Voice support associate at Boliqo Connect` */
  job: string;
  offer: OfferSummary;
}

/** Formats the reminder of an offer that waits for its answer. */
export const formatOfferReminder = ({ job, offer }: OfferReminderInput): NotificationContent => ({
  subject: `Reminder: answer your offer by ${offer.until}`,
  text: `Your offer for ${job} waits for your answer. Accept or decline by ${offer.until}.`,
});

/** Formats the reminder of the first day. */
export const formatFirstDayReminder = ({ job, offer }: OfferReminderInput): NotificationContent => ({
  subject: `Reminder: your first day is ${offer.joiningOn}`,
  text: `Your first day as ${job} is ${offer.joiningOn}, in ${offer.location}. We wish you a good start.`,
});
