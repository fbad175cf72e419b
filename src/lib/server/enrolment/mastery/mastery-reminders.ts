import { listMasterySessions } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import type { ReminderSource } from '#lib/server/reminders/send-due-reminders.ts';
import { loadMasteryForUpdate } from './mastery-aggregate.ts';
import { notifyMastery } from './move-mastery.ts';

/** Reminders of a session of PM Mastery, for everybody who has a seat. [API-21] */
export const masteryReminders: ReminderSource = {
  topic: 'pm-mastery',
  listUpcoming: async (db, from, to) => {
    const sessions = listMasterySessions(from, to);
    if (sessions.length === 0) return [];
    const rows = await db
      .selectFrom('masteryRegistration as registration')
      .select(['registration.id as subjectId', 'registration.sessionId'])
      .select(({ selectFrom }) =>
        selectFrom('masteryEvent')
          .select(({ fn }) => fn.max('at').as('at'))
          .whereRef('registrationId', '=', 'registration.id')
          .where('action', '=', 'CONFIRM')
          .as('bookedAt'),
      )
      .where(
        'registration.sessionId',
        'in',
        sessions.map(({ id }) => id),
      )
      .where('registration.status', '=', 'CONFIRMED')
      .orderBy('registration.id')
      .execute();
    return rows.flatMap(({ sessionId, ...row }) => {
      const session = sessions.find(({ id }) => id === sessionId);
      return session ? [{ ...row, startsAt: session.startsAt }] : [];
    });
  },
  async remind(work, { subjectId, startsAt }, minutesBefore) {
    const aggregate = await loadMasteryForUpdate(work.trx, subjectId, null);
    if (aggregate.registration.status !== 'CONFIRMED') return false;
    const key = `reminder:${subjectId}:${startsAt.toISOString()}:${minutesBefore}`;
    await notifyMastery(work, aggregate, 'REMIND', key);
    return true;
  },
};
