import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consentVersion } from '#lib/domain/account/consent-texts.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { missingFields, noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import {
  hasSubmittedDetails,
  type RegistrationAction,
  type RegistrationStatus,
  registrationFlow,
} from '#lib/domain/hiring/registration/registration-flow.ts';
import { type Actor, candidateActor, type TransitionNotes } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { lockOwner } from '#lib/server/media/media-repository.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type RegistrationRow, valuesOf } from '../candidate-rows.ts';
import { queueNotification } from '../queue-notification.ts';

type StoredStatus = RegistrationRow['status'];

/**
 * Registers a person as a candidate; returns false if they are one already. Safe under parallel requests.
 * [API-40]
 */
export async function register(db: Db, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const actor = candidateActor(userId);
    const to = requireTransition(null, 'REGISTER', actor);
    const inserted = await trx
      .insertInto('candidateRegistration')
      .values({ userId, status: to, consentVersion: consentVersion('MOONSHOT') })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .returning('userId')
      .executeTakeFirst();
    if (!inserted) return false;
    await recordRegistrationEvent(trx, userId, { from: null, to, actor });
    await trx
      .insertInto('userProfile')
      .values({ userId, type: 'EMBARK_CANDIDATE' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/**
 * Makes one transition of a registration: the candidate submits it, staff verify it or ask for a correction.
 * History, audit and messages are written in the caller's transaction. Throws `PROFILE_INCOMPLETE`,
 * `ALREADY_SUBMITTED`, `INVALID_STATE`, `NOT_FOUND`.
 */
export async function moveRegistration(
  work: UnitOfWork,
  actor: Actor,
  userId: string,
  action: Extract<RegistrationAction, 'SUBMIT_DETAILS' | 'VERIFY' | 'ASK_CORRECTION'>,
  notes: TransitionNotes = {},
): Promise<RegistrationStatus> {
  const { trx } = work;
  // The résumé gets another reference, and whoever deletes it takes this lock first too.
  if (action === 'SUBMIT_DETAILS') await lockOwner(trx, userId);
  const row = await lockRegistration(trx, userId);
  if (!row && actor.type !== 'CANDIDATE')
    throw new HttpError('NOT_FOUND', { message: 'There is no such candidate' });
  const to = requireTransition(row, action, actor, notes);
  await trx
    .updateTable('candidateRegistration')
    .set({
      status: to,
      updatedAt: sql<Date>`now()`,
      ...(action === 'SUBMIT_DETAILS' && {
        submittedAt: sql<Date>`now()`,
        submittedResumeMediaId: sql<string | null>`resume_media_id`,
      }),
    })
    .where('userId', '=', userId)
    .execute();
  const from = row?.status ?? null;
  const eventId = await recordRegistrationEvent(trx, userId, { from, to, actor, notes });
  await auditTransition(trx, actor, { subjectType: 'candidate', subjectId: userId, action, from, to }, notes);
  await notifyRegistration(work, userId, eventId, to, notes);
  return to;
}

/**
 * Locks the registration until the transaction ends, so that it cannot change after it is checked; returns
 * null if there is none.
 */
export async function lockRegistration(trx: Db, userId: string): Promise<RegistrationRow | null> {
  const row = await trx
    .selectFrom('candidateRegistration')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the status that a transition leads to. Throws `PROFILE_INCOMPLETE`, `ALREADY_SUBMITTED`, `INVALID_STATE`. */
export function requireTransition(
  row: RegistrationRow | null,
  action: RegistrationAction,
  actor: Actor,
  { publicNote = null }: TransitionNotes = {},
): StoredStatus {
  const status = row?.status ?? null;
  const missing = missingFields(row ? valuesOf(row) : noRegistrationValues);
  const context = { missing: missing.map(({ label }) => label), publicNote };
  const result = checkTransition(registrationFlow, action, actor.type, status, context);
  if (result.isAllowed) return result.to as StoredStatus;
  const isRepeat = action === 'SUBMIT_DETAILS' && hasSubmittedDetails(status);
  throw toHttpError(
    result,
    { isComplete: 'PROFILE_INCOMPLETE', STATUS: isRepeat ? 'ALREADY_SUBMITTED' : 'INVALID_STATE' },
    result.because === 'isComplete'
      ? Object.fromEntries(missing.map(({ field }) => [field, 'This field is required']))
      : {},
  );
}

/** Inserts the history row and returns its id. */
export async function recordRegistrationEvent(
  trx: Db,
  userId: string,
  event: { from: StoredStatus | null; to: StoredStatus; actor: Actor; notes?: TransitionNotes },
): Promise<string> {
  const id = uuidv7();
  const { reasonCode = null, publicNote = null, privateNote = null } = event.notes ?? {};
  await trx
    .insertInto('registrationEvent')
    .values({
      id,
      userId,
      fromStatus: event.from,
      toStatus: event.to,
      actorType: event.actor.type,
      actorId: event.actor.id,
      reasonCode,
      publicNote,
      privateNote,
    })
    .execute();
  return id;
}

const statusMessages: Partial<Record<RegistrationStatus, { subject: string; text: string }>> = {
  DETAILS_SUBMITTED: {
    subject: 'We have received your details',
    text: 'We have received your candidate details. You can now apply for jobs.',
  },
  VERIFIED: { subject: 'Your details are verified', text: 'Your candidate details are verified.' },
  NEEDS_CORRECTION: {
    subject: 'Please correct your details',
    text: 'Please correct your candidate details. Your details page says what to change.',
  },
};

/**
 * Queues the email and the SMS about the new status, except for transitions that the candidate need not know.
 */
async function notifyRegistration(
  work: UnitOfWork,
  userId: string,
  eventId: string,
  status: RegistrationStatus,
  { publicNote = null }: TransitionNotes,
): Promise<void> {
  const message = statusMessages[status];
  if (!message) return;
  const person = await work.trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await queueNotification(work, person, {
    ...message,
    sender: status === 'DETAILS_SUBMITTED' ? 'registration-confirmation' : 'registration-update',
    note: publicNote,
    link: { label: 'See your details', path: '/moonshot/registration/' },
    dedupeKey: `registration:${eventId}`,
  });
}
