import { type RawBuilder, sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { EventRegistrant } from '#lib/contract/staff/events/live-events.ts';
import { parseRegistrationNumber } from '#lib/domain/events/event-text.ts';
import { registrationStatusLabels } from '#lib/domain/events/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { waitlistPlace } from '#lib/server/events/event-rows.ts';
import type { Page } from '#lib/server/http/list.ts';
import { personCondition } from '../hiring/applications/search.ts';

/**
 * Lists everybody who registered, waits or has left: seats first, then the wait-list in its order. A search finds people by
 * name, email, mobile number or the number of the registration.
 */
export async function listRegistrants(
  db: Db,
  eventId: string,
  { search, limit, offset }: Paging & { search?: string | undefined },
): Promise<Page<EventRegistrant>> {
  const found = await matchesSearch(db, search);
  const own = db.selectFrom('eventRegistration').where('eventId', '=', eventId).where(found);
  const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .innerJoin('appUser', 'appUser.id', 'eventRegistration.userId')
    .leftJoin('eventFeedback', 'eventFeedback.registrationId', 'eventRegistration.id')
    .select(['eventRegistration.id', 'number', 'eventRegistration.status', 'registeredAt', 'offerExpiresAt'])
    .select(['firstName', 'lastName', 'phoneE164', 'email', 'rating', waitlistPlace.as('place')])
    .orderBy(sql`array_position(array['REGISTERED', 'ATTENDED', 'NO_SHOW', 'OFFERED', 'WAITLISTED'],
      event_registration.status)`)
    .orderBy('waitlistPosition')
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    results: rows.map((row) => ({
      ...{ id: row.id, number: row.number, status: row.status, rating: row.rating },
      ...{ phone: row.phoneE164, email: row.email, waitlistPosition: row.place },
      name: `${row.firstName} ${row.lastName}`.trim(),
      statusLabel: registrationStatusLabels[row.status],
      registeredAt: row.registeredAt.toISOString(),
      offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
    })),
  };
}

async function matchesSearch(db: Db, search: string | undefined): Promise<RawBuilder<boolean>> {
  const number = parseRegistrationNumber(search);
  if (number) return sql`event_registration.number = ${number}`;
  const person = await personCondition(db, search);
  return person ? sql`event_registration.user_id ${person}` : sql`true`;
}
