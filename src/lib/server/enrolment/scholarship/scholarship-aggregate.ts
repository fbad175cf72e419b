import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { ScholarshipGuardContext } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import { lastStartOf } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type {
  ScholarshipEventTable,
  ScholarshipRegistrationTable,
  ScholarshipTestTable,
} from '#lib/server/db/schema/scholarships.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export type ScholarshipRow = Selectable<ScholarshipRegistrationTable>;
export type ScholarshipTestRow = Selectable<ScholarshipTestTable>;

/** A registration with its person, its test and its history. */
export interface ScholarshipAggregate {
  registration: ScholarshipRow;
  person: UserRow;
  /** Null before the start. */
  test: ScholarshipTestRow | null;
  history: Selectable<ScholarshipEventTable>[];
  now: Date;
}

export const createScholarshipNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such registration' });

/** Loads registrations in the order of the ids. Unknown ids are left out. */
export async function loadScholarships(db: Db, ids: readonly string[]): Promise<ScholarshipAggregate[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('scholarshipRegistration')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', 'in', ids)
    .execute();
  const people = await db
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (query) =>
      query.selectFrom('scholarshipRegistration').select('userId').where('id', 'in', ids),
    )
    .execute();
  const tests = await db
    .selectFrom('scholarshipTest')
    .selectAll()
    .where('registrationId', 'in', ids)
    .execute();
  const history = await db
    .selectFrom('scholarshipEvent')
    .selectAll()
    .where('registrationId', 'in', ids)
    .where('undoneAt', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    const person = people.find((one) => one.id === row?.userId);
    if (!row || !person) return [];
    const { now, ...registration } = row;
    return {
      registration,
      person,
      test: tests.find(({ registrationId }) => registrationId === id) ?? null,
      history: history.filter(({ registrationId }) => registrationId === id),
      now,
    };
  });
}

/** Loads a registration. Throws `NOT_FOUND`. */
export async function requireScholarship(db: Db, id: string): Promise<ScholarshipAggregate> {
  const [aggregate] = isUuid(id) ? await loadScholarships(db, [id]) : [];
  if (!aggregate) throw createScholarshipNotFoundError();
  return aggregate;
}

/** Locks a registration until the transaction ends, and loads it. A person finds only their own. Throws `NOT_FOUND`. */
export async function loadScholarshipForUpdate(
  trx: Db,
  id: string,
  userId: string | null,
): Promise<ScholarshipAggregate> {
  if (!isUuid(id)) throw createScholarshipNotFoundError();
  const row = await trx
    .selectFrom('scholarshipRegistration')
    .select('id')
    .where('id', '=', id)
    .$if(userId !== null, (query) => query.where('userId', '=', userId ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw createScholarshipNotFoundError();
  return requireScholarship(trx, row.id);
}

/** Collects the input of the guards. */
export function buildScholarshipContext(
  { registration, test, now }: ScholarshipAggregate,
  {
    reason = null,
    sharePercent = registration.awardPercent,
  }: { reason?: string | null; sharePercent?: number } = {},
): ScholarshipGuardContext {
  const { slotChanges, slotStartsAt, awardEnrolmentId } = registration;
  return {
    isStarted: test !== null,
    slotChanges,
    timing: timingOf(slotStartsAt, now),
    isAwardUsed: awardEnrolmentId !== null,
    reason,
    sharePercent,
  };
}

function timingOf(startsAt: Date | null, now: Date): ScholarshipGuardContext['timing'] {
  if (!startsAt || now < startsAt) return 'EARLY';
  return now < lastStartOf(startsAt) ? 'NOW' : 'MISSED';
}
