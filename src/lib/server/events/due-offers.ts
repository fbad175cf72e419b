import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type LiveEventRow, selectRegistrations } from './event-rows.ts';
import { lockEvent } from './lock-event.ts';
import { mayHaveMoreOffers, moveRegistration, offerFreeSeats } from './move-registration.ts';
import { notifyRegistrant } from './notify-registrant.ts';

export type EventDeps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;
/** What the tasks of every minute need. */
export type DueDeps = EventDeps & Pick<ApiDeps, 'log'>;

/**
 * Ends the offers of a locked event whose time is up, in the order of that time. An event without a date keeps its offers, and
 * a cancelled one has nothing to offer. Returns the event as it is now.
 */
export async function expireOffers(work: UnitOfWork, event: LiveEventRow): Promise<LiveEventRow> {
  if (event.status !== 'SCHEDULED') return event;
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

/**
 * Ends offers whose time is up, and offers free seats to the next people of every wait-list. An event that fails is tried again
 * in the next round and does not delay the others. One that staff have just changed waits until that cannot be undone. [API-20]
 */
export async function updateEventWaitlists(deps: DueDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select e.id from live_event e join event_registration r on r.event_id = e.id
    where e.status = 'SCHEDULED' and r.status = 'OFFERED' and r.offer_expires_at <= now()
    union
    select e.id from live_event e join event_registration r on r.event_id = e.id and r.status = 'WAITLISTED'
    where e.status = 'SCHEDULED' and e.registration_closes_at > now()
      and (e.capacity is null or e.taken < e.capacity)
      and e.updated_at < now() - interval '15 seconds'`.execute(deps.db);
  const ids = rows.map(({ id }) => id);
  await runEach(roundOf(deps), ids, async (id) => {
    const offer = (work: UnitOfWork) => makeOffers(work, id);
    while (await runWork(deps, offer));
  });
}

/** Makes the next offers of an event. Returns whether there may be more. */
async function makeOffers(work: UnitOfWork, id: string): Promise<boolean> {
  const before = await expireOffers(work, await lockEvent(work.trx, id));
  return mayHaveMoreOffers(before, await offerFreeSeats(work, before));
}

/**
 * Tells everybody who still waits when the registration has closed that no seat became free, each once. An event that closed
 * more than a day ago is old news. [API-20]
 */
export async function endEventWaitlists(deps: DueDeps): Promise<void> {
  const { rows } = await sql<{ id: string; eventId: string }>`
    select r.id, r.event_id from event_registration r join live_event e on e.id = r.event_id
    where r.status = 'WAITLISTED' and r.waitlist_ended_at is null and e.status = 'SCHEDULED'
      and e.registration_closes_at between now() - interval '1 day' and now()
    order by r.id limit 1000`.execute(deps.db);
  const eventOf = new Map(rows.map(({ id, eventId }) => [id, eventId]));
  await runEach(roundOf(deps), [...eventOf.keys()], (id) =>
    runWork(deps, (work) => endWaiting(work, eventOf.get(id) ?? '', id)),
  );
}

const roundOf = ({ log }: DueDeps) => ({ log, event: 'event.waitlist-error' });

async function endWaiting(work: UnitOfWork, eventId: string, id: string): Promise<void> {
  const event = await lockEvent(work.trx, eventId);
  if (event.status !== 'SCHEDULED' || event.registrationClosesAt > event.now) return;
  const ended = await work.trx
    .updateTable('eventRegistration')
    .set({ waitlistEndedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'WAITLISTED')
    .where('waitlistEndedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const registration = ended && (await selectRegistrations(work.trx).where('id', '=', id).executeTakeFirst());
  if (!registration) return;
  const key = `waitlist-ended:${id}:${event.registrationClosesAt.toISOString()}`;
  await notifyRegistrant(work, { event, registration, notice: 'END_WAITLIST', key });
}

/** Runs a change in a transaction of its own. */
export const runWork = <T>(
  { db, messages, config }: EventDeps,
  change: (work: UnitOfWork) => Promise<T>,
): Promise<T> => db.transaction().execute((trx) => change({ trx, messages, config }));
