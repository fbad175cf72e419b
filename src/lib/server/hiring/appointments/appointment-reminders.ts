import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { AppointmentKind } from '#lib/domain/hiring/applications/notification-input.ts';
import { formatReminder } from '#lib/domain/hiring/appointments/reminder-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { ReminderSource, UpcomingAppointment } from '#lib/server/reminders/send-due-reminders.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  currentInterview,
  currentTraining,
  loadApplicationForUpdate,
  type SlotRow,
} from '../application-aggregate.ts';
import { calendarPath } from './calendar-link.ts';

/** Reminders of interviews and trainings. [API-42, API-43] */

/** The time at which somebody got this time, by the history of the application. */
const bookedAt = (subject: AppointmentKind, startsAt: string) => sql<Date | null>`(
  select max(at) from application_event
  where application_event.application_id = job_application.id
    and subject = ${subject} and application_event.starts_at = ${sql.ref(startsAt)})`;

export const interviewReminders: ReminderSource = {
  topic: 'interview',
  listUpcoming: (db, from, to) =>
    db
      .selectFrom('interviewSlot')
      .innerJoin('interview', 'interview.slotId', 'interviewSlot.id')
      .innerJoin('jobApplication', 'jobApplication.id', 'interview.applicationId')
      .select(['interview.id as subjectId', 'interviewSlot.startsAt'])
      .select(bookedAt('INTERVIEW', 'interviewSlot.startsAt').as('bookedAt'))
      .where('interviewSlot.startsAt', '>', from)
      .where('interviewSlot.startsAt', '<=', to)
      .where('interviewSlot.cancelledAt', 'is', null)
      .where('interview.status', '=', 'SCHEDULED')
      .where('jobApplication.status', '=', 'INTERVIEW')
      .orderBy('interviewSlot.startsAt')
      .execute(),
  async remind(work, appointment, minutesBefore) {
    const aggregate = await lockApplicationOf(work.trx, 'interview', appointment);
    const interview = aggregate && currentInterview(aggregate);
    const isHeld = aggregate?.application.status === 'INTERVIEW' && interview?.status === 'SCHEDULED';
    if (!isHeld || interview.id !== appointment.subjectId) return false;
    return notifyOf(work, aggregate, 'INTERVIEW', appointment, { seat: interview.slot, minutesBefore });
  },
};

export const trainingReminders: ReminderSource = {
  topic: 'training',
  listUpcoming: (db, from, to) =>
    db
      .selectFrom('trainingBatch')
      .innerJoin('training', 'training.batchId', 'trainingBatch.id')
      .innerJoin('jobApplication', 'jobApplication.id', 'training.applicationId')
      .select(['training.id as subjectId', 'trainingBatch.startsAt'])
      .select(bookedAt('TRAINING', 'trainingBatch.startsAt').as('bookedAt'))
      .where('trainingBatch.startsAt', '>', from)
      .where('trainingBatch.startsAt', '<=', to)
      .where('trainingBatch.cancelledAt', 'is', null)
      .where('training.status', '=', 'SCHEDULED')
      .where('jobApplication.status', '=', 'TRAINING')
      .orderBy('trainingBatch.startsAt')
      .execute(),
  async remind(work, appointment, minutesBefore) {
    const aggregate = await lockApplicationOf(work.trx, 'training', appointment);
    const training = aggregate && currentTraining(aggregate);
    const isHeld = aggregate?.application.status === 'TRAINING' && training?.status === 'SCHEDULED';
    if (!isHeld || training.id !== appointment.subjectId) return false;
    return notifyOf(work, aggregate, 'TRAINING', appointment, { seat: training.batch, minutesBefore });
  },
};

/** Locks the application of an interview or a training; null if it no longer exists. */
async function lockApplicationOf(
  trx: Db,
  table: 'interview' | 'training',
  { subjectId }: UpcomingAppointment,
): Promise<ApplicationAggregate | null> {
  const row = await trx
    .selectFrom(table)
    .select('applicationId')
    .where('id', '=', subjectId)
    .executeTakeFirst();
  return row ? loadApplicationForUpdate(trx, systemActor, row.applicationId) : null;
}

/** Queues the reminder, unless the seat was moved or cancelled since it was listed. */
async function notifyOf(
  work: UnitOfWork,
  { application, job, person }: ApplicationAggregate,
  kind: AppointmentKind,
  { subjectId, startsAt }: UpcomingAppointment,
  { seat, minutesBefore }: { seat: SlotRow | BatchRow | null; minutesBefore: number },
): Promise<boolean> {
  if (!seat || seat.cancelledAt || seat.startsAt.getTime() !== startsAt.getTime()) return false;
  const { config } = work;
  const time = dateTimeText(startsAt, seat.timeZone, presentUser(person).timeZone);
  const { mode, address, instructions } = seat;
  const href = `${config.siteOrigin}/moonshot/applications/${application.id}/`;
  const calendarUrl = `${config.siteOrigin}${calendarPath(config, kind, application.id)}`;
  const { subject, text, shortText } = formatReminder({
    ...{ kind, time, mode, address, instructions, calendarUrl },
    job: `${job.title} at ${job.employerName}`,
  });
  await notify(work, {
    sender: kind === 'INTERVIEW' ? 'interview-reminder' : 'training-reminder',
    recipient: { person },
    text: shortText,
    href,
    emailSummary: text,
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text],
        links: [
          { label: 'See your application', href },
          { label: 'Add to your calendar', href: calendarUrl },
        ],
        footnote: `You get this email because you take part in Moonshot at ${new URL(config.siteOrigin).host}.`,
      },
    },
    dedupeKey: `reminder:${subjectId}:${startsAt.toISOString()}:${minutesBefore}`,
  });
  return true;
}
