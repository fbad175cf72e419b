import { sql } from 'kysely';
import { findEventNotice } from '#lib/domain/events/event-notifications.ts';
import { informedStatuses, keepsSeat } from '#lib/domain/events/registration-flow.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type LiveEventRow, selectEvents, selectRegistrations } from './event-rows.ts';
import { notifyRegistrant } from './notify-registrant.ts';

/** A change of an event that is undone. */
export interface UndoneChange {
  eventId: string;
  /** The row as the change had left it, as JSON. */
  undone: Record<string, unknown>;
  /** The id of a row that the change wrote while it held the event's lock. Later registrations have a later id. */
  since: string;
  /** Identifies the undo. */
  key: string;
}

/** What puts an event before people who register, so that they rely on it. */
const confirmingActions = ['REGISTER', 'JOIN_WAITLIST', 'OFFER_SEAT', 'ACCEPT_OFFER'];

/**
 * Informs people whose registration was confirmed between a change of an event and its undo, because their confirmation says
 * what the change had said. Everybody else never hears of the change. Throws `UNDO_CONFLICT` where they registered for an event
 * that would be a draft again. [API-20, API-42]
 */
export async function informOfUndo(
  work: UnitOfWork,
  { eventId, undone, since, key }: UndoneChange,
): Promise<void> {
  const { trx } = work;
  const event = await selectEvents(trx).where('id', '=', eventId).executeTakeFirst();
  if (!event) return;
  const registrations = await selectRegistrations(trx)
    .where('eventId', '=', eventId)
    .where('status', 'in', informedStatuses)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('eventRegistrationHistory as history')
          .select('history.id')
          .whereRef('history.registrationId', '=', sql.ref('event_registration.id'))
          .where('history.id', '>', since)
          .where('history.action', 'in', confirmingActions)
          .where('history.undoneAt', 'is', null),
      ),
    )
    .orderBy('userId')
    .execute();
  if (registrations.length > 0 && event.status === 'DRAFT')
    throw new HttpError('UNDO_CONFLICT', {
      message: 'Somebody has registered since, so this cannot be undone. Cancel the event instead.',
    });
  const before = parseUndone(event, undone);
  const previousStartsAt = before.startsAt.getTime() === event.startsAt.getTime() ? null : before.startsAt;
  for (const registration of registrations) {
    const notice = findEventNotice(before, event, keepsSeat(registration.status));
    if (!notice) continue;
    await notifyRegistrant(work, {
      event: notice === 'RESCHEDULE_EVENT' ? { ...event, previousStartsAt } : event,
      ...{ registration, notice, key: `${key}:${registration.id}` },
      previousTitle: before.title === event.title ? null : before.title,
    });
  }
}

/** Returns the event as the change had left it, of what registrants hear. */
function parseUndone(event: LiveEventRow, undone: UndoneChange['undone']): LiveEventRow {
  const { starts_at, ends_at, status, title, time_zone, mode, venue, join_url } = undone;
  return {
    ...event,
    ...({ status, title, timeZone: time_zone, mode, venue, joinUrl: join_url } as Partial<LiveEventRow>),
    startsAt: new Date(String(starts_at)),
    endsAt: new Date(String(ends_at)),
  };
}
