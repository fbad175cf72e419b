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
  const rows = await selectRegistrants(db, eventId)
    .where(found)
    .orderBy(sql`array_position(array['REGISTERED', 'ATTENDED', 'NO_SHOW', 'OFFERED', 'WAITLISTED'],
      event_registration.status)`)
    .orderBy('waitlistPosition')
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: rows.map(presentRegistrant) };
}

/** Lists registrants in the order of their ids, which stays the same while people register and leave. */
export async function listRegistrantsById(
  db: Db,
  eventId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<EventRegistrant[]> {
  const rows = await selectRegistrants(db, eventId)
    .$if(after !== undefined, (query) => query.where('eventRegistration.id', '>', after ?? ''))
    .orderBy('eventRegistration.id')
    .limit(limit)
    .execute();
  return rows.map(presentRegistrant);
}

const selectRegistrants = (db: Db, eventId: string) =>
  db
    .selectFrom('eventRegistration')
    .innerJoin('appUser', 'appUser.id', 'eventRegistration.userId')
    .leftJoin('eventFeedback', 'eventFeedback.registrationId', 'eventRegistration.id')
    .select(['eventRegistration.id', 'number', 'eventRegistration.status', 'registeredAt', 'offerExpiresAt'])
    .select(['firstName', 'lastName', 'phoneE164', 'email', 'rating', waitlistPlace.as('place')])
    .where('eventRegistration.eventId', '=', eventId);

type RegistrantRow = Awaited<ReturnType<ReturnType<typeof selectRegistrants>['execute']>>[number];

const presentRegistrant = (row: RegistrantRow): EventRegistrant => ({
  ...{ id: row.id, number: row.number, status: row.status, rating: row.rating },
  ...{ phone: row.phoneE164, email: row.email, waitlistPosition: row.place },
  name: `${row.firstName} ${row.lastName}`.trim(),
  statusLabel: registrationStatusLabels[row.status],
  registeredAt: row.registeredAt.toISOString(),
  offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
});

async function matchesSearch(db: Db, search: string | undefined): Promise<RawBuilder<boolean>> {
  const number = parseRegistrationNumber(search);
  if (number) return sql`event_registration.number = ${number}`;
  const person = await personCondition(db, search);
  return person ? sql`event_registration.user_id ${person}` : sql`true`;
}
