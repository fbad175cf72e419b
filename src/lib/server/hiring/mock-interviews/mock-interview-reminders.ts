import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { formatMockInterviewReminder } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { ReminderSource } from '#lib/server/reminders/send-due-reminders.ts';
import { presentExpertOf } from './experts.ts';
import { loadMockInterviewForUpdate } from './mock-interview-aggregate.ts';
import { mockInterviewPath } from './present-mock-interview.ts';

/** Reminders of mock interviews to their candidates, at the times of all reminders. [APP-14] */
export const mockInterviewReminders: ReminderSource = {
  topic: 'mock-interview',
  listUpcoming: (db, from, to) =>
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
      .execute(),
  async remind(work, { subjectId, startsAt }, minutesBefore) {
    const { mock, slot, expert, person } = await loadMockInterviewForUpdate(work.trx, systemActor, subjectId);
    if (mock.status !== 'BOOKED' || slot.startsAt.getTime() !== startsAt.getTime()) return false;
    const { config } = work;
    const time = dateTimeText(startsAt, slot.timeZone, presentUser(person).timeZone);
    const { subject, text } = formatMockInterviewReminder({ expert: presentExpertOf(expert).name, time });
    const href = `${config.siteOrigin}${mockInterviewPath(mock.id)}`;
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
          footnote: `You get this email because you booked a mock interview at ${new URL(config.siteOrigin).host}.`,
        },
      },
      dedupeKey: `reminder:${subjectId}:${startsAt.toISOString()}:${minutesBefore}`,
    });
    return true;
  },
};
