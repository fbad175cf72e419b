import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import type { LiveEventRow } from './event-rows.ts';
import { lockEvent } from './lock-event.ts';
import { moveRegistration, offerFreeSeats } from './move-registration.ts';

export type EventDeps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;

/** Ends the offers of a locked event whose time is up, in the order of that time. Returns the event as it is now. */
export async function expireOffers(work: UnitOfWork, event: LiveEventRow): Promise<LiveEventRow> {
  const due = await work.trx
    .selectFrom('eventRegistration')
    .select('userId')
    .where('eventId', '=', event.id)
    .where('status', '=', 'OFFERED')
    .where('offerExpiresAt', '<=', event.now)
    .orderBy('offerExpiresAt')
    .orderBy('id')
    .execute();
  let current = event;
  for (const { userId } of due)
    current = await moveRegistration(work, current, { actor: systemActor, userId, action: 'EXPIRE_OFFER' });
  return current;
}

/** Ends offers whose time is up, and offers free seats to the next people of every wait-list. [API-20] */
export async function updateEventWaitlists(deps: EventDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from event_registration where status = 'OFFERED' and offer_expires_at <= now()
    union
    select e.id from live_event e join event_registration r on r.event_id = e.id and r.status = 'WAITLISTED'
    where e.status = 'SCHEDULED' and e.registration_closes_at > now() and e.taken < e.capacity`.execute(
    deps.db,
  );
  for (const { id } of rows)
    await runWork(deps, async (work) => {
      await offerFreeSeats(work, await expireOffers(work, await lockEvent(work.trx, id)));
    });
}

/** Runs a change in a transaction of its own. */
export const runWork = <T>(
  { db, messages, config }: EventDeps,
  change: (work: UnitOfWork) => Promise<T>,
): Promise<T> => db.transaction().execute((trx) => change({ trx, messages, config }));
