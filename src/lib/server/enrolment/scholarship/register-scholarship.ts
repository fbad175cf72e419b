import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consentVersion } from '#lib/domain/account/consent-texts.ts';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { registrationNumber } from '#lib/domain/enrolment/registration-person.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type RegistrationPersonInput, registrationColumns, requirePaidProgram } from '../register-person.ts';
import { bookSlot } from './book-slot.ts';
import { notifyScholarship } from './notify-scholarship.ts';
import { recordScholarshipEvent } from './record-scholarship-event.ts';
import { requireScholarship } from './scholarship-aggregate.ts';

export interface RegisterScholarshipInput extends RegistrationPersonInput {
  testSlotId?: string | undefined;
}

/**
 * Registers a person for the scholarship test of a programme and books the time that is given. Returns the registration's
 * id; the id of the first one for a repeat, which books nothing. The person's row is locked, so that a repeat uses no
 * number. Throws `PROGRAM_NOT_FOUND`, `PHONE_INVALID`, `SLOT_INVALID`, `SLOT_TAKEN`. [API-21, C-42]
 */
export async function registerScholarship(
  work: UnitOfWork,
  userId: string,
  { testSlotId, ...input }: RegisterScholarshipInput,
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
  const existing = await trx
    .selectFrom('scholarshipRegistration')
    .select('id')
    .where('userId', '=', userId)
    .where('programSlug', '=', programSlug)
    .executeTakeFirst();
  if (existing) return { id: existing.id, isExisting: true };

  const columns = registrationColumns(person, input);
  const { rows } = await sql<{ sequence: number }>`select nextval('scholarship_number') as sequence`.execute(
    trx,
  );
  const id = uuidv7();
  await trx
    .insertInto('scholarshipRegistration')
    .values({
      ...{ id, userId, programSlug, ...columns, status: 'REGISTERED' },
      consentVersion: consentVersion('TEST'),
      registrationNumber: registrationNumber('ST', rows[0]?.sequence ?? 0, await databaseNow(trx)),
      ...{ slotId: null, slotStartsAt: null, score: null, awardExpiresAt: null, awardEnrolmentId: null },
    })
    .execute();
  const change = { action: 'REGISTER', from: null, to: 'REGISTERED' } as const;
  const key = await recordScholarshipEvent(trx, id, candidateActor(userId), change);
  await recordConversion(trx, { kind: 'SCHOLARSHIP', subjectId: id, userId, ...attribution });
  await recordLead(trx, { ...columns, source: 'SCHOLARSHIP', subjectId: id, userId, programSlug });
  if (testSlotId) await bookSlot(work, userId, id, testSlotId, { isFirst: true });
  await notifyScholarship(work, await requireScholarship(trx, id), 'REGISTERED', { key });
  return { id, isExisting: false };
}
