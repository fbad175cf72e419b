import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import {
  formatExpertReminder,
  formatMockInterviewReminder,
} from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { ReminderSource, UpcomingAppointment } from '#lib/server/reminders/send-due-reminders.ts';
import { expertBookingPath, loadExpertAccount } from './expert-alerts.ts';
import { presentExpertOf } from './experts.ts';
import { loadMockInterviewForUpdate, type MockInterviewAggregate } from './mock-interview-aggregate.ts';
import { mockInterviewPath } from './present-mock-interview.ts';

/** Reminders of mock interviews to both of their people, at the times of all reminders. [APP-14] */

const listUpcoming: ReminderSource['listUpcoming'] = (db, from, to) =>
  db
    .selectFrom('interviewSlot as slot')
    .innerJoin('mockInterview as mock', 'mock.slotId', 'slot.id')
    .select(['mock.id as subjectId', 'slot.startsAt'])
    .select(
      sql<Date | null>`(select max(at) from mock_interview_event event
        where event.mock_interview_id = mock.id and event.starts_at = slot.starts_at)`.as('bookedAt'),
    )
    .where('slot.startsAt', '>', from)
    .where('slot.startsAt', '<=', to)
    .where('slot.cancelledAt', 'is', null)
    .where('mock.status', '=', 'BOOKED')
    .orderBy('slot.startsAt')
    .execute();

/** Locks a mock interview and returns it; null if it is not booked for this time any more. */
async function lockBooked(
  { trx }: UnitOfWork,
  { subjectId, startsAt }: UpcomingAppointment,
): Promise<MockInterviewAggregate | null> {
  const aggregate = await loadMockInterviewForUpdate(trx, systemActor, subjectId);
  const { mock, slot } = aggregate;
  return mock.status === 'BOOKED' && slot.startsAt.getTime() === startsAt.getTime() ? aggregate : null;
}

const keyOf = ({ subjectId, startsAt }: UpcomingAppointment, minutesBefore: number) =>
  `${subjectId}:${startsAt.toISOString()}:${minutesBefore}`;

/** Reminders to the candidate. */
export const mockInterviewReminders: ReminderSource = {
  topic: 'mock-interview',
  listUpcoming,
  async remind(work, appointment, minutesBefore) {
    const aggregate = await lockBooked(work, appointment);
    if (!aggregate) return false;
    const { slot, expert, person } = aggregate;
    const { siteOrigin } = work.config;
    const time = dateTimeText(slot.startsAt, slot.timeZone, presentUser(person).timeZone);
    const { subject, text } = formatMockInterviewReminder({ expert: presentExpertOf(expert).name, time });
    const href = `${siteOrigin}${mockInterviewPath(aggregate.mock.id)}`;
    await notify(work, {
      sender: 'mock-interview-reminder',
      recipient: { person },
      text,
      href,
      email: {
        subject,
        body: {
          title: subject,
          paragraphs: [`Hello ${person.firstName},`, text],
          links: [{ label: 'See your booking', href }],
          footnote: `You get this email because you booked a mock interview at ${new URL(siteOrigin).host}.`,
        },
      },
      dedupeKey: `reminder:${keyOf(appointment, minutesBefore)}`,
    });
    return true;
  },
};

/** Reminders to the expert. */
export const expertReminders: ReminderSource = {
  topic: 'mock-interview-expert',
  listUpcoming,
  async remind(work, appointment, minutesBefore) {
    const aggregate = await lockBooked(work, appointment);
    if (!aggregate) return false;
    const { slot, person } = aggregate;
    const { siteOrigin } = work.config;
    const expert = await loadExpertAccount(work, aggregate);
    const time = dateTimeText(slot.startsAt, slot.timeZone, presentUser(expert).timeZone);
    const { subject, text, details } = formatExpertReminder({ candidate: presentUser(person).name, time });
    const href = `${siteOrigin}${expertBookingPath(aggregate.mock.id)}`;
    await notify(work, {
      sender: 'expert-reminder',
      recipient: { person: expert },
      text,
      href,
      email: {
        subject,
        body: {
          title: subject,
          paragraphs: [`Hello ${expert.firstName},`, text, details],
          links: [{ label: 'Open the booking', href }],
          footnote: `You get this email because you hold mock interviews at ${new URL(siteOrigin).host}.`,
        },
      },
      dedupeKey: `expert-reminder:${keyOf(appointment, minutesBefore)}`,
    });
    return true;
  },
};
