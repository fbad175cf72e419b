import type { ReminderSource } from '#lib/server/reminders/send-due-reminders.ts';
import { notifyScholarship } from './notify-scholarship.ts';
import { loadScholarshipForUpdate } from './scholarship-aggregate.ts';

/** Reminders of a booked test. [API-21] */
export const testReminders: ReminderSource = {
  topic: 'scholarship-test',
  listUpcoming: async (db, from, to) => {
    const rows = await db
      .selectFrom('scholarshipRegistration as registration')
      .select(['registration.id as subjectId', 'registration.slotStartsAt as startsAt'])
      .select(({ selectFrom }) =>
        selectFrom('scholarshipEvent')
          .select(({ fn }) => fn.max('at').as('at'))
          .whereRef('registrationId', '=', 'registration.id')
          .where('action', 'in', ['BOOK_SLOT', 'CHANGE_SLOT'])
          .as('bookedAt'),
      )
      .where('registration.status', '=', 'SLOT_BOOKED')
      .where('registration.slotStartsAt', '>', from)
      .where('registration.slotStartsAt', '<=', to)
      .orderBy('registration.slotStartsAt')
      .execute();
    return rows.flatMap(({ startsAt, ...row }) => (startsAt ? [{ ...row, startsAt }] : []));
  },
  async remind(work, { subjectId, startsAt }, minutesBefore) {
    const aggregate = await loadScholarshipForUpdate(work.trx, subjectId, null);
    const { status, slotStartsAt } = aggregate.registration;
    if (status !== 'SLOT_BOOKED' || slotStartsAt?.getTime() !== startsAt.getTime()) return false;
    const key = `${subjectId}:${startsAt.toISOString()}:${minutesBefore}`;
    await notifyScholarship(work, aggregate, 'REMIND', { key });
    return true;
  },
};
