import { dateTimeText, dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { NotificationContent } from '../applications/application-notifications.ts';
import type { OfferSummary } from '../applications/notification-input.ts';
import type { WorkMode } from '../jobs/job.ts';
import { formatYearlyPay } from '../jobs/pay-input.ts';

/** The terms of an offer that messages and pages name. */
interface OfferTerms {
  /** In rupees. */
  annualPay: number;
  /** `2026-12-05` */
  joiningOn: string;
  location: string;
  workMode: WorkMode;
  expiresAt: Date;
}

/** Formats the terms of an offer for a reader in a time zone. */
export const summarizeOffer = (
  { annualPay, joiningOn, expiresAt, ...place }: OfferTerms,
  viewerTimeZone: string,
): OfferSummary => ({
  pay: formatYearlyPay(annualPay),
  joiningOn: dayText(joiningOn),
  place: formatWorkPlace(place),
  until: dateTimeText(expiresAt, defaultTimeZone, viewerTimeZone),
});

/** Formats where an offer's work is done, as the middle or the end of a sentence: `, in Pune`. Remote work has no place. */
export const formatWorkPlace = ({ location, workMode }: Pick<OfferTerms, 'location' | 'workMode'>): string =>
  workMode === 'REMOTE' ? '' : `, in ${location}`;

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
  text: `Your first day as ${job} is ${offer.joiningOn}${offer.place}. We wish you a good start.`,
});
