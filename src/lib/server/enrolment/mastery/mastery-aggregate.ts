import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { findMasterySession, type MasterySession } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { MasteryRegistrationTable } from '#lib/server/db/schema/mastery.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export type MasteryRow = Selectable<MasteryRegistrationTable>;

/** A registration with its person and its session. */
export interface MasteryAggregate {
  registration: MasteryRow;
  person: UserRow;
  session: MasterySession;
  now: Date;
}

const createMasteryNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such registration' });

/** Loads a registration. Throws `NOT_FOUND`. */
export async function requireMastery(db: Db, id: string): Promise<MasteryAggregate> {
  const row = isUuid(id)
    ? await db
        .selectFrom('masteryRegistration')
        .selectAll()
        .select(sql<Date>`now()`.as('now'))
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw createMasteryNotFoundError();
  const { now, ...registration } = row;
  const person = await db
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', registration.userId)
    .executeTakeFirstOrThrow();
  const session = findMasterySession(registration.sessionId);
  if (!session) throw createMasteryNotFoundError();
  return { registration, person, session, now };
}

/** Locks a registration until the transaction ends, and loads it. A person finds only their own. Throws `NOT_FOUND`. */
export async function loadMasteryForUpdate(
  trx: Db,
  id: string,
  userId: string | null,
): Promise<MasteryAggregate> {
  if (!isUuid(id)) throw createMasteryNotFoundError();
  const row = await trx
    .selectFrom('masteryRegistration')
    .select('id')
    .where('id', '=', id)
    .$if(userId !== null, (query) => query.where('userId', '=', userId ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw createMasteryNotFoundError();
  return requireMastery(trx, row.id);
}

/** Lists a person's registrations, newest first. */
export async function listOwnMastery(db: Db, userId: string): Promise<MasteryAggregate[]> {
  const rows = await db
    .selectFrom('masteryRegistration')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return Promise.all(rows.map(({ id }) => requireMastery(db, id)));
}
