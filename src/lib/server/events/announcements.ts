import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type EventNotice, findEventNotice } from '#lib/domain/events/event-notifications.ts';
import { keepsSeat } from '#lib/domain/events/registration-flow.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import { type Db, isOutage } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type DueDeps, runWork } from './due-offers.ts';
import { type LiveEventRow, selectEvents, selectRegistrations, withoutPlace } from './event-rows.ts';
import { notifyRegistrant } from './notify-registrant.ts';

/**
 * A change of an event that many people must hear of. The change stores who they are; a task queues their messages in parts,
 * so that no transaction is long and registrations go on meanwhile. [API-20, API-42]
 */

interface AnnouncementInput {
  recipients: readonly { registrationId: string; notice: EventNotice }[];
  /** A text that staff wrote for everybody. */
  publicNote: string | null;
  previousTitle: string | null;
  /** Identifies the change, so that each person hears of it once. */
  key: string;
  /** How long the change can be undone; nothing is sent before. */
  seconds: number;
}

/** Stores the event as its messages show it, and who is yet to hear of it, in the transaction of the change. */
export async function insertAnnouncement(
  trx: Db,
  { id: eventId, previousStartsAt }: LiveEventRow,
  { recipients, publicNote, previousTitle, key, seconds }: AnnouncementInput,
): Promise<void> {
  const id = uuidv7();
  await trx
    .insertInto('eventAnnouncement')
    .values({
      ...{ id, eventId, publicNote, previousTitle, key },
      event: sql<string>`(
        select to_jsonb(live_event) || jsonb_build_object('previous_starts_at', ${previousStartsAt}::timestamptz)
        from live_event where id = ${eventId})`,
      dueAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .execute();
  const rows = recipients.map(({ registrationId, notice }) => ({ registration_id: registrationId, notice }));
  await sql`
    insert into event_announcement_recipient (announcement_id, registration_id, notice)
    select ${id}::uuid, registration_id, notice
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as recipient(registration_id uuid, notice text)`.execute(
    trx,
  );
}

/** Finds the event that takes the place of a cancelled one. */
export async function findReplacement(trx: Db, { replacedById }: LiveEventRow): Promise<LiveEventRow | null> {
  if (!replacedById) return null;
  return (await selectEvents(trx).where('id', '=', replacedById).executeTakeFirst()) ?? null;
}

/** People of one transaction. */
const partSize = 50;
/** Somebody whose message failed is tried again after this time, and no longer than a day. */
const retryMinutes = 10;

/**
 * Queues the messages of announcements that can no longer be undone, in the order of the changes. Several processes share the
 * work. Each person gets theirs once, also when a process dies in between: the row and the messages are one transaction.
 */
export async function sendDueAnnouncements(deps: DueDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('eventAnnouncement')
    .select('id')
    .where('dueAt', '<=', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await runEach(roundOf(deps), ids, (id) => sendAnnouncement(deps, id));
}

const roundOf = ({ log }: DueDeps) => ({ log, event: 'event.announcement-error' });

async function sendAnnouncement(deps: DueDeps, id: string): Promise<void> {
  // From here on an undo finds the row changed.
  await deps.db
    .updateTable('eventAnnouncement')
    .set({ startedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('startedAt', 'is', null)
    .execute();
  for (;;) {
    const part = await listPart(deps.db, id);
    if (!part.length || !(await sendOrSplit(deps, id, part))) break;
  }
  await deps.db
    .deleteFrom('eventAnnouncement')
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('dueAt', '<', sql<Date>`now() - interval '1 day'`),
        where.not(
          where.exists(
            where.selectFrom('eventAnnouncementRecipient').select('notice').where('announcementId', '=', id),
          ),
        ),
      ]),
    )
    .execute();
}

/** Lists the next registrations that are yet to hear, in the order in which budgets are counted. */
async function listPart(db: Db, announcementId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('eventAnnouncementRecipient as recipient')
    .innerJoin('eventRegistration as registration', 'registration.id', 'recipient.registrationId')
    .select('registration.id')
    .where('announcementId', '=', announcementId)
    .where(sql<boolean>`(failed_at is null or failed_at < now() - make_interval(mins => ${retryMinutes}))`)
    .orderBy('registration.userId')
    .limit(partSize)
    .execute();
  return rows.map(({ id }) => id);
}

/** Sends a part, or where it fails each of its people alone. Returns false when another process has all of them. */
async function sendOrSplit(deps: DueDeps, id: string, part: readonly string[]): Promise<boolean> {
  try {
    return await runWork(deps, (work) => sendPart(work, id, part));
  } catch (error) {
    // Without this, a database that reads and does not write would be asked for the same part for ever.
    if (isOutage(error)) throw error;
    await runEach(roundOf(deps), part, async (registrationId) => {
      await recordAttempt(deps.db, id, registrationId);
      await runWork(deps, (work) => sendPart(work, id, [registrationId]));
    });
    return true;
  }
}

/** Counts as failed until the row is gone. */
const recordAttempt = (db: Db, announcementId: string, registrationId: string) =>
  db
    .updateTable('eventAnnouncementRecipient')
    .set({ failedAt: sql<Date>`now()` })
    .where('announcementId', '=', announcementId)
    .where('registrationId', '=', registrationId)
    .execute();

/**
 * Queues the messages of these people, and deletes their rows. Somebody whom another process has is left out, and so is somebody
 * whose message has failed before where the event has changed again: a message about the later change says what is true.
 */
async function sendPart(work: UnitOfWork, announcementId: string, part: readonly string[]): Promise<boolean> {
  const { trx } = work;
  const recipients = await trx
    .selectFrom('eventAnnouncementRecipient')
    .select(['registrationId', 'notice', 'failedAt'])
    .where('announcementId', '=', announcementId)
    .where('registrationId', 'in', part)
    .forUpdate()
    .skipLocked()
    .execute();
  const announcement = await loadAnnouncement(trx, announcementId);
  if (!recipients.length || !announcement) return false;
  const { event, current, key, ...content } = announcement;
  const noticeOf = new Map(recipients.map(({ registrationId, notice }) => [registrationId, notice]));
  const retried = new Set(recipients.flatMap((one) => (one.failedAt ? [one.registrationId] : [])));
  const registrations = await selectRegistrations(trx, withoutPlace)
    .where('id', 'in', [...noticeOf.keys()])
    // Whoever has left since has no use for the news.
    .where('status', 'not in', ['CANCELLED', 'OFFER_EXPIRED'])
    .orderBy('userId')
    .execute();
  for (const registration of registrations) {
    const notice = noticeOf.get(registration.id);
    // Nothing else is announced of an event that is over.
    const isOutdated =
      retried.has(registration.id) &&
      notice !== 'RECORDING_READY' &&
      findEventNotice(event, current, keepsSeat(registration.status)) !== null;
    // The later change can still be undone, so the row stays.
    if (isOutdated) {
      noticeOf.delete(registration.id);
      await recordAttempt(trx, announcementId, registration.id);
    } else if (notice)
      await notifyRegistrant(work, {
        ...{ ...content, event, registration, notice },
        key: `${key}:${registration.id}`,
      });
  }
  if (noticeOf.size)
    await trx
      .deleteFrom('eventAnnouncementRecipient')
      .where('announcementId', '=', announcementId)
      .where('registrationId', 'in', [...noticeOf.keys()])
      .execute();
  return true;
}

/** Loads what an announcement says, with the event as the change had left it and as it is now. */
async function loadAnnouncement(trx: Db, id: string) {
  const announcement = await trx
    .selectFrom('eventAnnouncement')
    .select(['publicNote', 'previousTitle', 'key'])
    .where('id', '=', id)
    .executeTakeFirst();
  const { rows } = await sql<LiveEventRow>`
    select event.*, now() as now from event_announcement,
      jsonb_populate_record(null::live_event, event_announcement.event) as event
    where event_announcement.id = ${id}`.execute(trx);
  const [event] = rows;
  if (!announcement || !event) return null;
  const current = await selectEvents(trx).where('id', '=', event.id).executeTakeFirstOrThrow();
  return { ...announcement, event, current, replacedBy: await findReplacement(trx, event) };
}
