import { sql } from 'kysely';
import type { ReminderSource } from '#lib/server/reminders/send-due-reminders.ts';
import { selectEvents, selectRegistrations } from './event-rows.ts';
import { notifyRegistrant } from './notify-registrant.ts';

const topic = 'event';

/** The time at which somebody got this time: by registering, or by the last change of the event. */
const bookedAt = sql<Date>`greatest(event_registration.registered_at, (
  select max(at) from live_event_history
  where event_id = live_event.id and action = 'RESCHEDULE' and undone_at is null))`;

/** A large event has many people, so those who have their reminder are left out by one statement. */
const isNotSent = sql<boolean>`not exists (
  select from reminder where topic = ${topic} and subject_id = event_registration.id
    and reminder.starts_at = live_event.starts_at
    and minutes_before = case when live_event.starts_at <= now() + interval '1 hour' then 60 else 1440 end)`;

/** Reminders of events for everybody who is registered. [API-20] */
export const eventReminders: ReminderSource = {
  topic,
  listUpcoming: (db, from, to) =>
    db
      .selectFrom('liveEvent')
      .innerJoin('eventRegistration', 'eventRegistration.eventId', 'liveEvent.id')
      .select(['eventRegistration.id as subjectId', 'liveEvent.startsAt'])
      .select(bookedAt.as('bookedAt'))
      .where('liveEvent.startsAt', '>', from)
      .where('liveEvent.startsAt', '<=', to)
      .where('liveEvent.status', '=', 'SCHEDULED')
      .where('eventRegistration.status', '=', 'REGISTERED')
      .where(isNotSent)
      .orderBy('liveEvent.startsAt')
      .orderBy('eventRegistration.id')
      .execute(),
  async remind(work, { subjectId, startsAt }, minutesBefore) {
    const registration = await selectRegistrations(work.trx)
      .where('id', '=', subjectId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (registration?.status !== 'REGISTERED') return false;
    const event = await selectEvents(work.trx).where('id', '=', registration.eventId).executeTakeFirst();
    if (event?.status !== 'SCHEDULED' || event.startsAt.getTime() !== startsAt.getTime()) return false;
    const key = `reminder:${subjectId}:${startsAt.toISOString()}:${minutesBefore}`;
    await notifyRegistrant(work, { event, registration, notice: 'REMIND', key });
    return true;
  },
};
