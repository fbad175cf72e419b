import { sql } from 'kysely';
import { findDueReminder, longestReminderMinutes } from '#lib/domain/core/reminders/reminder-times.ts';
import { deleteBatches } from '#lib/server/core/delete-batches.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { type Db, isOutage } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

/** Reminders of whatever begins at a time. A noun adds a source; the engine knows none of them. */

/** Something that begins soon, and the time at which its person got that time. */
export interface UpcomingAppointment {
  subjectId: string;
  startsAt: Date;
  bookedAt: Date | null;
}

export interface ReminderSource {
  topic: string;
  /** The reminders that it sends, as minutes before; all of them unless given. */
  minutesBefore?: readonly number[];
  /** Lists what begins after `from` and until `to`, by an index of the times. */
  listUpcoming(db: Db, from: Date, to: Date): Promise<UpcomingAppointment[]>;
  /**
   * Locks the appointment and queues its reminder. Returns false, and queues nothing, if it has moved or ended since it was
   * listed.
   */
  remind(work: UnitOfWork, appointment: UpcomingAppointment, minutesBefore: number): Promise<boolean>;
}

export interface ReminderDeps extends Omit<UnitOfWork, 'trx'> {
  db: Db;
  log: Log;
}

/**
 * Sends the reminders that are due, each once. The row that says so and the messages are one transaction: a process that
 * dies in between has done neither, and of two processes the second finds the row. Throws when the database is away or only reads.
 */
export async function sendDueReminders(
  deps: ReminderDeps,
  sources: readonly ReminderSource[],
): Promise<void> {
  const now = await databaseNow(deps.db);
  const until = new Date(now.getTime() + longestReminderMinutes * 60_000);
  for (const source of sources) {
    // What fails is tried in the next round, and does not delay the others.
    const logFailure = (error: unknown) => {
      if (isOutage(error)) throw error;
      deps.log.error({ err: error, event: 'reminder.error', topic: source.topic }, 'reminder not sent');
    };
    await sendRemindersOf(source, deps, { now, until, logFailure }).catch(logFailure);
  }
}

interface Round {
  now: Date;
  until: Date;
  /** Throws an outage again. */
  logFailure: (error: unknown) => void;
}

async function sendRemindersOf(
  source: ReminderSource,
  deps: ReminderDeps,
  { now, until, logFailure }: Round,
): Promise<void> {
  for (const appointment of await source.listUpcoming(deps.db, now, until)) {
    const minutesBefore = findDueReminder(appointment, now);
    if (minutesBefore === null || source.minutesBefore?.includes(minutesBefore) === false) continue;
    if (await isSent(deps.db, source, appointment, minutesBefore)) continue;
    await sendReminder(deps, source, appointment, minutesBefore).catch(logFailure);
  }
}

async function isSent(
  db: Db,
  { topic }: ReminderSource,
  { subjectId, startsAt }: UpcomingAppointment,
  minutesBefore: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('reminder')
    .select('topic')
    .where('topic', '=', topic)
    .where('subjectId', '=', subjectId)
    .where('startsAt', '=', startsAt)
    .where('minutesBefore', '=', minutesBefore)
    .executeTakeFirst();
  return row !== undefined;
}

async function sendReminder(
  { db, messages, config }: ReminderDeps,
  source: ReminderSource,
  appointment: UpcomingAppointment,
  minutesBefore: number,
): Promise<void> {
  const { subjectId, startsAt } = appointment;
  await db.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('reminder')
      .values({ topic: source.topic, subjectId, startsAt, minutesBefore })
      .onConflict((conflict) => conflict.doNothing())
      .returning('topic')
      .executeTakeFirst();
    if (!claimed || (await source.remind({ trx, messages, config }, appointment, minutesBefore))) return;
    // The appointment may get this time again, and then it needs its reminder.
    await trx
      .deleteFrom('reminder')
      .where('topic', '=', source.topic)
      .where('subjectId', '=', subjectId)
      .where('startsAt', '=', startsAt)
      .where('minutesBefore', '=', minutesBefore)
      .execute();
  });
}

/** Deletes the rows of reminders that nobody can get again. */
export const deleteOldReminders = (db: Db): Promise<void> =>
  deleteBatches(db, 'reminder', sql`sent_at < now() - interval '30 days'`);
