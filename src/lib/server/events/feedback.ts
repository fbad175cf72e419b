import { sql } from 'kysely';
import { eventStatusAt } from '#lib/domain/events/event.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createEventNotFoundError, type EventRegistrationRow, type LiveEventRow } from './event-rows.ts';
import { findPublicEvent } from './find-events.ts';
import { findRegistration } from './move-registration.ts';

interface Feedback {
  rating: number;
  suggestion: string;
}

/**
 * Stores a person's answers after an event; a second answer replaces the first. Throws `EVENT_NOT_FOUND`, and `INVALID_STATE`
 * before the end and for people who had no seat. [API-20]
 */
export async function saveFeedback(
  db: Db,
  userId: string,
  eventId: string,
  { rating, suggestion }: Feedback,
): Promise<{ event: LiveEventRow; registration: EventRegistrationRow }> {
  const event = await findPublicEvent(db, eventId);
  const registration = event && (await findRegistration(db, event.id, userId));
  if (!event || !registration) throw createEventNotFoundError();
  if (!mayGiveFeedback(event, registration))
    throw new HttpError('INVALID_STATE', {
      message: 'You can answer after an event that you registered for.',
    });
  await db
    .insertInto('eventFeedback')
    .values({ registrationId: registration.id, rating, suggestion })
    .onConflict((conflict) =>
      conflict.column('registrationId').doUpdateSet({ rating, suggestion, at: sql<Date>`now()` }),
    )
    .execute();
  return { event, registration: { ...registration, feedback: { rating, suggestion } } };
}

const mayGiveFeedback = (event: LiveEventRow, { status }: EventRegistrationRow): boolean =>
  eventStatusAt(event, event.now) === 'ENDED' && (status === 'REGISTERED' || status === 'ATTENDED');
