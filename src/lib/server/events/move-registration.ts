import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { offerExpiry } from '#lib/domain/events/event.ts';
import { registrationNumber } from '#lib/domain/events/event-text.ts';
import {
  hasSeat,
  type RegistrationAction,
  type RegistrationNeed,
  type RegistrationStatus,
  registrationFlow,
} from '#lib/domain/events/registration-flow.ts';
import { type Actor, systemActor } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  buildRegistrationContext,
  type EventRegistrationRow,
  type LiveEventRow,
  seatsLeftOf,
  selectRegistrations,
  withoutPlace,
} from './event-rows.ts';
import { releaseSeat, reserveSeat } from './lock-event.ts';
import { notifyRegistrant } from './notify-registrant.ts';

interface RegistrationMove {
  actor: Actor;
  userId: string;
  action: RegistrationAction;
}

const errorCodes: Partial<Record<RegistrationNeed, ErrorCode>> = {
  isOpen: 'REGISTRATION_CLOSED',
  seatIsFree: 'EVENT_FULL',
  hasWaitlist: 'EVENT_FULL',
};

/**
 * Makes one transition of a person's registration for an event that the caller has locked: the seat, the row, its history and
 * the messages. Returns the event as it is now. Throws `REGISTRATION_CLOSED`, `EVENT_CANCELLED`, `EVENT_FULL`,
 * `INVALID_STATE`. [API-20]
 */
export async function moveRegistration(
  work: UnitOfWork,
  event: LiveEventRow,
  { actor, userId, action }: RegistrationMove,
): Promise<LiveEventRow> {
  const { trx } = work;
  const before = await findRegistration(trx, event.id, userId);
  const from = before?.status ?? null;
  const context = buildRegistrationContext(event, before);
  const result = checkTransition(registrationFlow, action, actor.type, from, context);
  if (!result.isAllowed) {
    if (result.because === 'isOpen' && event.status === 'CANCELLED') throw new HttpError('EVENT_CANCELLED');
    throw toHttpError(result, errorCodes);
  }
  const { to } = result;
  if (hasSeat(to) && !hasSeat(from) && !(await reserveSeat(trx, event.id))) throw new HttpError('EVENT_FULL');
  const id = await saveRegistration(trx, event, before, { userId, to });
  if (hasSeat(from) && !hasSeat(to)) await releaseSeat(trx, event.id);
  const key = await recordHistory(trx, id, { actor, action, from, to });
  const current = { ...event, taken: event.taken + Number(hasSeat(to)) - Number(hasSeat(from)) };
  const registration = await findRegistration(trx, event.id, userId);
  if (registration) await notifyRegistrant(work, { event: current, registration, notice: action, key });
  return current;
}

/** Finds a person's registration for an event. */
export async function findRegistration(
  db: Db,
  eventId: string,
  userId: string,
): Promise<EventRegistrationRow | null> {
  const row = await selectRegistrations(db)
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts the registration or changes its status, and returns its id. A person who comes back keeps the number. */
async function saveRegistration(
  trx: Db,
  { id: eventId, registrationClosesAt, now }: LiveEventRow,
  before: EventRegistrationRow | null,
  { userId, to }: { userId: string; to: RegistrationStatus },
): Promise<string> {
  const values = {
    status: to,
    waitlistPosition: to === 'WAITLISTED' ? sql<number>`nextval('event_waitlist_position')` : null,
    offerExpiresAt: to === 'OFFERED' ? offerExpiry(registrationClosesAt, now) : null,
  };
  if (!before) {
    const id = uuidv7();
    const number = await createNumber(trx, now);
    await trx
      .insertInto('eventRegistration')
      .values({ id, number, eventId, userId, ...values })
      .execute();
    return id;
  }
  const isAnswer = to === 'REGISTERED' && (before.status === 'ATTENDED' || before.status === 'NO_SHOW');
  await trx
    .updateTable('eventRegistration')
    .set({
      ...values,
      ...(to === 'REGISTERED' && !isAnswer && { registeredAt: sql<Date>`now()` }),
      // The calendar entry of somebody who leaves or comes back changes.
      ...(((to === 'CANCELLED' && before.status === 'REGISTERED') || before.status === 'CANCELLED') && {
        sequence: before.sequence + 1,
      }),
      waitlistEndedAt: null,
    })
    .where('id', '=', before.id)
    .execute();
  return before.id;
}

async function createNumber(trx: Db, now: Date): Promise<string> {
  const { rows } = await sql<{ sequence: number }>`
    select nextval('event_registration_number') as sequence`.execute(trx);
  return registrationNumber(rows[0]?.sequence ?? 0, now);
}

interface RegistrationChange {
  actor: Actor;
  action: RegistrationAction;
  from: RegistrationStatus | null;
  to: RegistrationStatus;
}

/** Inserts the history row and, for staff, the audit row. Returns the id of the history row. */
async function recordHistory(
  trx: Db,
  registrationId: string,
  { actor, action, from, to }: RegistrationChange,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('eventRegistrationHistory')
    .values({
      ...{ id, registrationId, action, fromStatus: from, toStatus: to },
      ...{ actorType: actor.type, actorId: actor.id, publicNote: null, privateNote: null },
    })
    .execute();
  await auditTransition(
    trx,
    actor,
    { subjectType: 'event_registration', subjectId: registrationId, action, from, to },
    {},
  );
  return id;
}

/** Offers of one transaction, so that none is long where many seats are added. A task makes the others. */
const offersAtOnce = 50;

/** Returns whether the wait-list may go on after this many offers, so that nobody else may take a seat yet. */
export const mayHaveMoreOffers = (before: LiveEventRow, after: LiveEventRow): boolean =>
  after.taken - before.taken >= offersAtOnce;

/**
 * Offers free seats of a locked event to the first people on its wait-list, in order, and plans the offers for which this
 * transaction would become too long. Returns the event as it is now.
 */
export async function offerFreeSeats(work: UnitOfWork, event: LiveEventRow): Promise<LiveEventRow> {
  let current = event;
  while (!mayHaveMoreOffers(event, current)) {
    const first = canOffer(current) ? await findFirstWaiting(work.trx, event.id) : undefined;
    if (!first) return current;
    current = await moveRegistration(work, current, {
      ...{ actor: systemActor, userId: first.userId, action: 'OFFER_SEAT' },
    });
  }
  if (work.messages.plan) await planOffers(work, current);
  return current;
}

const canOffer = (event: LiveEventRow): boolean =>
  checkTransition(
    registrationFlow,
    'OFFER_SEAT',
    'SYSTEM',
    'WAITLISTED',
    buildRegistrationContext(event, null),
  ).isAllowed;

/** Of an event that has no limit any more. */
const plannedAtMost = 10_000;

/** Names the offers that a task will make, for a preview and the undo. */
async function planOffers(work: UnitOfWork, event: LiveEventRow): Promise<void> {
  if (!canOffer(event)) return;
  const next = await selectRegistrations(work.trx, withoutPlace)
    .where('eventId', '=', event.id)
    .where('status', '=', 'WAITLISTED')
    .orderBy('waitlistPosition')
    .limit(seatsLeftOf(event) ?? plannedAtMost)
    .execute();
  const offerExpiresAt = offerExpiry(event.registrationClosesAt, event.now);
  const queue: UnitOfWork['messages']['queue'] = async (_, ...planned) => work.messages.plan?.(planned);
  for (const one of next)
    await notifyRegistrant(
      { ...work, messages: { queue } },
      {
        ...{ event, notice: 'OFFER_SEAT', key: `plan:${one.id}` },
        registration: { ...one, status: 'OFFERED', offerExpiresAt },
      },
    );
}

const findFirstWaiting = (trx: Db, eventId: string) =>
  trx
    .selectFrom('eventRegistration')
    .select('userId')
    .where('eventId', '=', eventId)
    .where('status', '=', 'WAITLISTED')
    .orderBy('waitlistPosition')
    .limit(1)
    .executeTakeFirst();
