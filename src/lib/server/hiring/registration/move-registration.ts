import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { missingFields, noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import {
  hasSubmittedDetails,
  type RegistrationAction,
  type RegistrationStatus,
  registrationFlow,
} from '#lib/domain/hiring/registration/registration-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '../to-http-error.ts';
import { type RegistrationRow, valuesOf } from './find-candidates.ts';
import { tellRegistration } from './tell-registration.ts';

type Stored = RegistrationRow['status'];

/**
 * One step of a registration: submitted by the candidate, verified or sent back by staff. With its history, audit and
 * messages in the caller's transaction.
 * @throws HttpError PROFILE_INCOMPLETE, ALREADY_SUBMITTED, INVALID_STATE, NOT_FOUND
 */
export async function moveRegistration(
  work: UnitOfWork,
  by: Actor,
  userId: string,
  action: Extract<RegistrationAction, 'SUBMIT_DETAILS' | 'VERIFY' | 'ASK_CORRECTION'>,
  notes: TransitionNotes = {},
): Promise<RegistrationStatus> {
  const { trx } = work;
  const row = await lockRegistration(trx, userId);
  if (!row && by.type !== 'CANDIDATE')
    throw new HttpError('NOT_FOUND', { message: 'There is no such candidate' });
  const to = requireStep(row, action, by, notes);
  await trx
    .updateTable('candidateRegistration')
    .set({
      status: to,
      updatedAt: sql<Date>`now()`,
      ...(action === 'SUBMIT_DETAILS' && { submittedAt: sql<Date>`now()` }),
    })
    .where('userId', '=', userId)
    .execute();
  const from = row?.status ?? null;
  const eventId = await recordRegistration(trx, userId, { from, to, by, notes });
  await auditTransition(trx, by, { subjectType: 'candidate', subjectId: userId, action, from, to }, notes);
  await tellRegistration(work, userId, eventId, to, notes);
  return to;
}

/** Locked until the transaction ends, so that what was judged stays true. */
export async function lockRegistration(trx: Db, userId: string): Promise<RegistrationRow | null> {
  const row = await trx
    .selectFrom('candidateRegistration')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Where the step leads. @throws HttpError */
export function requireStep(
  row: RegistrationRow | null,
  action: RegistrationAction,
  by: Actor,
  { publicNote = null }: TransitionNotes = {},
): Stored {
  const status = row?.status ?? null;
  const missing = missingFields(row ? valuesOf(row) : noRegistrationValues);
  const facts = { missing: missing.map(({ label }) => label), publicNote };
  const verdict = checkTransition(registrationFlow, action, by.type, status, facts);
  if (verdict.isAllowed) return verdict.to as Stored;
  const isRepeat = action === 'SUBMIT_DETAILS' && hasSubmittedDetails(status);
  throw toHttpError(
    verdict,
    { isComplete: 'PROFILE_INCOMPLETE', STATUS: isRepeat ? 'ALREADY_SUBMITTED' : 'INVALID_STATE' },
    verdict.because === 'isComplete'
      ? Object.fromEntries(missing.map(({ field }) => [field, 'This field is required']))
      : {},
  );
}

/** Gives the id of the history row. */
export async function recordRegistration(
  trx: Db,
  userId: string,
  step: { from: Stored | null; to: Stored; by: Actor; notes?: TransitionNotes },
): Promise<string> {
  const id = uuidv7();
  const { reasonCode = null, publicNote = null, privateNote = null } = step.notes ?? {};
  await trx
    .insertInto('registrationEvent')
    .values({
      id,
      userId,
      fromStatus: step.from,
      toStatus: step.to,
      actorType: step.by.type,
      actorId: step.by.id,
      reasonCode,
      publicNote,
      privateNote,
    })
    .execute();
  return id;
}
