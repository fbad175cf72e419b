import { sql } from 'kysely';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { registrationFlow } from '#lib/domain/events/registration-flow.ts';
import { listPrograms } from '#lib/server/catalog/content/index.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { expireOffers } from './due-offers.ts';
import {
  buildRegistrationContext,
  createEventNotFoundError,
  type EventRegistrationRow,
  type LiveEventRow,
} from './event-rows.ts';
import { lockEvent } from './lock-event.ts';
import {
  findRegistration,
  mayHaveMoreOffers,
  moveRegistration,
  offerFreeSeats,
} from './move-registration.ts';

interface RegisterInput {
  userId: string;
  eventId: string;
  /** Joins the wait-list when the event is full. */
  joinWaitlist: boolean;
}

interface Registered {
  event: LiveEventRow;
  registration: EventRegistrationRow;
  isExisting: boolean;
}

/**
 * Registers a person for an event, or puts them on its wait-list. A person who is registered, waits or has an offer keeps
 * that. Throws `EVENT_NOT_FOUND`, `EVENT_CANCELLED`, `REGISTRATION_CLOSED`, `EVENT_FULL`. [API-20, C-42]
 */
export async function register(
  work: UnitOfWork,
  { userId, eventId, joinWaitlist }: RegisterInput,
  attribution: Attribution,
): Promise<Registered> {
  const { trx } = work;
  if (!joinWaitlist) await rejectIfFull(trx, eventId, userId);
  const locked = await lockEvent(trx, eventId);
  if (locked.status === 'DRAFT') throw createEventNotFoundError();
  // Whoever waits comes first.
  const before = await expireOffers(work, locked);
  const event = await offerFreeSeats(work, before);
  const existing = await findRegistration(trx, eventId, userId);
  if (existing && existing.status !== 'CANCELLED' && existing.status !== 'OFFER_EXPIRED')
    return { event, registration: existing, isExisting: true };

  const context = buildRegistrationContext(event, existing);
  const result = checkTransition(
    registrationFlow,
    'REGISTER',
    'CANDIDATE',
    existing?.status ?? null,
    context,
  );
  const isFull = result.isAllowed ? mayHaveMoreOffers(before, event) : result.because === 'seatIsFree';
  if (isFull && !joinWaitlist) throw new HttpError('EVENT_FULL');
  const action = isFull && joinWaitlist ? 'JOIN_WAITLIST' : 'REGISTER';
  const current = await moveRegistration(work, event, { actor: candidateActor(userId), userId, action });
  const registration = await findRegistration(trx, eventId, userId);
  if (!registration) throw createEventNotFoundError();
  if (!existing) await recordConversionOf(trx, event, registration, attribution);
  return { event: current, registration, isExisting: false };
}

/** What a person does with a registration of their own. */
export type OwnAction = 'ACCEPT_OFFER' | 'CANCEL';

/**
 * Makes a transition of a person's own registration, and offers a seat that became free to the wait-list. One that was made already
 * changes nothing, so that a double click is harmless. Throws `EVENT_NOT_FOUND`, `INVALID_STATE`. [API-20]
 */
export async function moveOwnRegistration(
  work: UnitOfWork,
  userId: string,
  eventId: string,
  action: OwnAction,
): Promise<{ event: LiveEventRow; registration: EventRegistrationRow | null }> {
  const { trx } = work;
  const locked = await expireOffers(work, await lockEvent(trx, eventId));
  const before = await findRegistration(trx, eventId, userId);
  const isDone = before?.status === (action === 'CANCEL' ? 'CANCELLED' : 'REGISTERED');
  const input = { actor: candidateActor(userId), userId, action };
  const moved = isDone ? locked : await moveRegistration(work, locked, input);
  const event = await offerFreeSeats(work, moved);
  return { event, registration: await findRegistration(trx, eventId, userId) };
}

/**
 * Rejects a person without a lock where an event is full, so that a crowd does not wait for the lock. The write of the seat
 * decides for all others.
 */
async function rejectIfFull(trx: Db, eventId: string, userId: string): Promise<void> {
  const full = await trx
    .selectFrom('liveEvent')
    .select('id')
    .where('id', '=', eventId)
    .where('status', '=', 'SCHEDULED')
    .where('registrationClosesAt', '>', sql<Date>`now()`)
    .where((where) => where('taken', '>=', where.ref('capacity')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('eventRegistration')
            .select('id')
            .where('eventId', '=', eventId)
            .where('userId', '=', userId),
        ),
      ),
    )
    .executeTakeFirst();
  if (full) throw new HttpError('EVENT_FULL');
}

/** Records where the person came from, the lead, and the profile that an event about interviews gives. [USER-03] */
async function recordConversionOf(
  trx: Db,
  { programType }: LiveEventRow,
  { id, userId }: EventRegistrationRow,
  attribution: Attribution,
): Promise<void> {
  await recordConversion(trx, { kind: 'EVENT', subjectId: id, userId, ...attribution });
  const person = await trx
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'phoneE164', 'email', 'timeZone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const programSlug = listPrograms().find(({ type }) => type === programType)?.slug ?? null;
  await recordLead(trx, { ...person, source: 'EVENT', subjectId: id, userId, programSlug });
  if (programType === 'INTERVIEW_PREPARATION')
    await trx
      .insertInto('userProfile')
      .values({ userId, type: 'PREPPA_CANDIDATE' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
