import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { StaffExpert } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { listCoaches } from '#lib/server/catalog/content/index.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { findCoachOf } from '#lib/server/hiring/mock-interviews/experts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { formatPersonName } from '../../person-names.ts';

const countSlots = (
  condition: ReturnType<typeof sql>,
) => sql<number>`(select count(*)::int from interview_slot
  where expert_id = expert.id and starts_at > now() and cancelled_at is null and ${condition})`;

const selectExperts = (db: Db) =>
  db
    .selectFrom('expert')
    .innerJoin('appUser as person', 'person.id', 'expert.userId')
    .select(['expert.id', 'coachSlug', 'userId', 'firstName', 'lastName', 'phoneE164', 'email'])
    .select([countSlots(sql`taken < capacity`).as('free'), countSlots(sql`taken > 0`).as('booked')])
    .where('isActive', '=', true);

/** Lists the experts in the order in which they got the profile. [USER-03] */
export async function listExperts(db: Db): Promise<StaffExpert[]> {
  const rows = await selectExperts(db).orderBy('expert.createdAt').orderBy('expert.id').limit(200).execute();
  return rows.map(({ id, coachSlug, free, booked, ...person }) => ({
    ...{ id, coachSlug, free, booked },
    coachName: findCoachOf({ coachSlug })?.name ?? coachSlug,
    account: {
      id: person.userId,
      name: formatPersonName(person),
      phone: person.phoneE164,
      email: person.email,
    },
  }));
}

/** Loads an expert. Throws NOT_FOUND. */
export async function requireStaffExpert(db: Db, id: string): Promise<StaffExpert> {
  const expert = (await listExperts(db)).find((one) => one.id === id);
  if (!expert) throw new HttpError('NOT_FOUND', { message: 'There is no such expert' });
  return expert;
}

/**
 * Gives the profile PREPPA_EXPERT to the owner of a verified number, links the coach and returns the expert's id. The person
 * becomes an interviewer too, unless they are one, so that their interviews and mock interviews never overlap. Throws
 * USER_NOT_FOUND, VALIDATION_FAILED or ALREADY_EXISTS. [USER-03]
 */
export async function createExpert(
  db: Db,
  staffId: string,
  { phone, coachSlug }: { phone: string; coachSlug: string },
): Promise<string> {
  if (!listCoaches().some(({ slug }) => slug === coachSlug))
    throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a coach', fields: ['coachSlug'] });
  try {
    return await db.transaction().execute(async (trx) => {
      const person = await trx
        .selectFrom('appUser')
        .selectAll()
        .where('phoneE164', '=', phone)
        .where('phoneVerifiedAt', 'is not', null)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!person)
        throw new HttpError('USER_NOT_FOUND', {
          ...{
            fields: ['phone'],
            message: 'Nobody has verified this number. Ask the person to sign up first.',
          },
        });
      const interviewerId = await requireInterviewerOf(trx, person);
      const { id } = await trx
        .insertInto('expert')
        .values({ id: uuidv7(), userId: person.id, coachSlug, interviewerId })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ coachSlug, interviewerId, isActive: true }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('userProfile')
        .values({ userId: person.id, type: 'PREPPA_EXPERT' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await recordStaffAudit(trx, staffId, 'expert.CREATE', person.id, { coach: coachSlug });
      return id;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new HttpError('ALREADY_EXISTS', {
      ...{ fields: ['coachSlug'], message: 'This coach belongs to another account already.' },
    });
  }
}

/** Returns the interviewer of the account or of its email, or else a new one. */
async function requireInterviewerOf(trx: Db, person: UserRow): Promise<string> {
  const { id: userId, email } = person;
  const rows = await trx
    .selectFrom('interviewer')
    .select(['id', 'userId'])
    .where(sql<boolean>`(user_id = ${userId} or (user_id is null and lower(email) = lower(${email})))`)
    .orderBy(sql`user_id nulls last`)
    .execute();
  const [existing] = rows;
  if (existing) {
    await trx
      .updateTable('interviewer')
      .set({ userId, isActive: true })
      .where('id', '=', existing.id)
      .execute();
    return existing.id;
  }
  const id = uuidv7();
  await trx
    .insertInto('interviewer')
    .values({ id, userId, email, name: formatPersonName(person) })
    .execute();
  return id;
}

/**
 * Removes the profile of an expert and cancels the free times. Refused while somebody has a booking in the future or without
 * a result. Throws NOT_FOUND, INVALID_STATE. [USER-03]
 */
export async function removeExpert(db: Db, staffId: string, id: string): Promise<void> {
  const createMissError = () => new HttpError('NOT_FOUND', { message: 'There is no such expert' });
  if (!isUuid(id)) throw createMissError();
  await db.transaction().execute(async (trx) => {
    // Free times end first, so that nobody books one after the bookings are counted.
    await trx
      .updateTable('interviewSlot')
      .set({ cancelledAt: sql<Date>`now()` })
      .where('expertId', '=', id)
      .where('cancelledAt', 'is', null)
      .where('taken', '=', 0)
      .where('startsAt', '>', sql<Date>`now()`)
      .execute();
    const { rows } = await sql<{ userId: string; coachSlug: string }>`
      update expert set is_active = false
      where id = ${id} and is_active
        and not exists (select from mock_interview where expert_id = ${id} and status = 'BOOKED')
      returning user_id as "userId", coach_slug as "coachSlug"`.execute(trx);
    const [expert] = rows;
    if (!expert) {
      await requireStaffExpert(trx, id);
      throw new HttpError('INVALID_STATE', {
        message: 'This expert has booked interviews. Cancel them or record their results first.',
      });
    }
    await trx
      .deleteFrom('userProfile')
      .where('userId', '=', expert.userId)
      .where('type', '=', 'PREPPA_EXPERT')
      .execute();
    await recordStaffAudit(trx, staffId, 'expert.REMOVE', expert.userId, { coach: expert.coachSlug });
  });
}
