import { sql } from 'kysely';
import type { OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import {
  formatFirstDayReminder,
  formatOfferReminder,
  summarizeOffer,
} from '#lib/domain/hiring/offers/offer-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { ReminderSource, UpcomingAppointment } from '#lib/server/reminders/send-due-reminders.ts';
import {
  type ApplicationAggregate,
  latestOffer,
  loadApplicationForUpdate,
  type OfferRow,
} from '../application-aggregate.ts';

/** Reminders of an offer without an answer, and of the first day. [API-42] */

/**
 * The time from which the reminders of an offer are counted: six in the evening of its last day in India, because offers end
 * at midnight and nobody should be woken.
 */
const remindsBefore = sql<Date>`least(job_offer.expires_at,
  (date_trunc('day', job_offer.expires_at at time zone 'Asia/Kolkata') + interval '18 hours') at time zone 'Asia/Kolkata')`;

export const offerReminders: ReminderSource = {
  topic: 'offer',
  listUpcoming: (db, from, to) =>
    db
      .selectFrom('jobOffer')
      .innerJoin('jobApplication', 'jobApplication.id', 'jobOffer.applicationId')
      .select(['jobOffer.id as subjectId', remindsBefore.as('startsAt'), 'jobOffer.createdAt as bookedAt'])
      .where('jobOffer.status', '=', 'OPEN')
      .where('jobApplication.status', '=', 'OFFERED')
      .where('jobOffer.expiresAt', '>', from)
      .where('jobOffer.expiresAt', '<=', sql<Date>`${to}::timestamptz + interval '6 hours'`)
      .where(remindsBefore, '>', from)
      .where(remindsBefore, '<=', to)
      .orderBy('jobOffer.expiresAt')
      .execute(),
  async remind(work, appointment, minutesBefore) {
    const found = await lockOffer(work.trx, appointment, 'OPEN');
    if (found?.aggregate.application.status !== 'OFFERED') return false;
    return send(work, found, { sender: 'offer-reminder', format: formatOfferReminder, minutesBefore });
  },
};

/** People begin in the morning. */
const firstMorning = sql<Date>`(joining_on + time '09:00') at time zone 'Asia/Kolkata'`;

export const firstDayReminders: ReminderSource = {
  topic: 'first-day',
  minutesBefore: [24 * 60],
  listUpcoming: (db, from, to) =>
    db
      .selectFrom('jobOffer')
      .innerJoin('jobApplication', 'jobApplication.id', 'jobOffer.applicationId')
      .select(['jobOffer.id as subjectId', firstMorning.as('startsAt'), 'jobOffer.endedAt as bookedAt'])
      .where('jobOffer.status', '=', 'ACCEPTED')
      .where('jobApplication.status', '=', 'OFFER_ACCEPTED')
      .where('joiningOn', '>=', sql<string>`(${from}::timestamptz at time zone 'Asia/Kolkata')::date`)
      .where('joiningOn', '<=', sql<string>`(${to}::timestamptz at time zone 'Asia/Kolkata')::date`)
      .where(firstMorning, '>', from)
      .where(firstMorning, '<=', to)
      .orderBy('joiningOn')
      .execute(),
  async remind(work, appointment, minutesBefore) {
    const found = await lockOffer(work.trx, appointment, 'ACCEPTED');
    if (found?.aggregate.application.status !== 'OFFER_ACCEPTED') return false;
    return send(work, found, { sender: 'first-day-reminder', format: formatFirstDayReminder, minutesBefore });
  },
};

interface LockedOffer {
  aggregate: ApplicationAggregate;
  offer: OfferRow;
}

/** Locks the application of an offer; null if the offer is not the latest any more, or has another status. */
async function lockOffer(
  trx: Db,
  { subjectId }: UpcomingAppointment,
  status: OfferStatus,
): Promise<LockedOffer | null> {
  const row = await trx
    .selectFrom('jobOffer')
    .select('applicationId')
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!row) return null;
  const aggregate = await loadApplicationForUpdate(trx, systemActor, row.applicationId);
  const offer = latestOffer(aggregate);
  return offer?.id === subjectId && offer.status === status ? { aggregate, offer } : null;
}

interface OfferReminder {
  sender: SenderName & `${string}-reminder`;
  format: typeof formatOfferReminder;
  minutesBefore: number;
}

async function send(
  work: UnitOfWork,
  { aggregate, offer }: LockedOffer,
  { sender, format, minutesBefore }: OfferReminder,
): Promise<true> {
  const { application, job, person } = aggregate;
  const { config } = work;
  const { subject, text } = format({
    job: `${job.title} at ${job.employerName}`,
    offer: summarizeOffer(offer, presentUser(person).timeZone),
  });
  const href = `${config.siteOrigin}/moonshot/applications/${application.id}/`;
  await notify(work, {
    sender,
    recipient: { person },
    text,
    href,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text],
        links: [{ label: 'See your offer', href }],
        footnote: `You get this email because you take part in Moonshot at ${new URL(config.siteOrigin).host}.`,
      },
    },
    dedupeKey: `reminder:${offer.id}:${sender}:${minutesBefore}`,
  });
  return true;
}
