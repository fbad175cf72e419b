import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consentVersion } from '#lib/domain/account/consent-texts.ts';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { nextMasterySession } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { registrationNumber } from '#lib/domain/enrolment/registration-person.ts';
import { candidateActor, systemActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type RegistrationPersonInput, registrationColumns, requirePaidProgram } from '../register-person.ts';
import { loadMasteryForUpdate, requireMastery } from './mastery-aggregate.ts';
import { moveMastery, recordMasteryEvent, releaseMasterySeat, reserveMasterySeat } from './move-mastery.ts';

/**
 * Registers a person for the next session, with a seat or on its wait-list. Returns the registration's id; the id of the
 * open one for a repeat. The person's row is locked, so that a repeat uses no number and no seat. Throws
 * `PROGRAM_NOT_FOUND`, `PHONE_INVALID`. [API-21, C-42]
 */
export async function registerMastery(
  work: UnitOfWork,
  userId: string,
  input: RegistrationPersonInput,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  const { trx } = work;
  const { programSlug } = input;
  requirePaidProgram(programSlug);
  const person = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const now = await databaseNow(trx);
  const session = nextMasterySession(now);
  const existing = await trx
    .selectFrom('masteryRegistration')
    .select('id')
    .where('userId', '=', userId)
    .where('sessionId', '=', session.id)
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirst();
  if (existing) return { id: existing.id, isExisting: true };

  const columns = registrationColumns(person, input);
  const { rows } = await sql<{ sequence: number }>`select nextval('mastery_number') as sequence`.execute(trx);
  const id = uuidv7();
  await trx
    .insertInto('masteryRegistration')
    .values({
      ...{ id, userId, programSlug, ...columns, sessionId: session.id, status: 'REGISTERED' },
      consentVersion: consentVersion('MASTERY'),
      registrationNumber: registrationNumber('PM', rows[0]?.sequence ?? 0, now),
    })
    .execute();
  const change = { action: 'REGISTER', from: null, to: 'REGISTERED' } as const;
  await recordMasteryEvent(trx, id, candidateActor(userId), change);
  await recordConversion(trx, { kind: 'MASTERY', subjectId: id, userId, ...attribution });
  await recordLead(trx, { ...columns, source: 'MASTERY', subjectId: id, userId, programSlug });
  const action = (await reserveMasterySeat(trx, session.id)) ? 'CONFIRM' : 'WAITLIST';
  await moveMastery(work, systemActor, await requireMastery(trx, id), action);
  return { id, isExisting: false };
}

/** Cancels a person's registration; its seat goes to the wait-list. A repeat changes nothing. Throws `NOT_FOUND`, `INVALID_STATE`. */
export async function cancelMastery(work: UnitOfWork, userId: string, id: string): Promise<void> {
  const aggregate = await loadMasteryForUpdate(work.trx, id, userId);
  const { status, sessionId } = aggregate.registration;
  if (status === 'CANCELLED') return;
  await moveMastery(work, candidateActor(userId), aggregate, 'CANCEL');
  if (status === 'CONFIRMED') await releaseMasterySeat(work, sessionId);
}
