import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { Interviewer, interviewerRoutes } from '#lib/contract/staff/interviewers.ts';
import { lockRole } from '#lib/server/core/current-owner.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { lockInterviewers } from '#lib/server/hiring/appointments/free-interviewer.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { formatPersonName } from '../../person-names.ts';

type Calls = typeof interviewerRoutes;
type NewInterviewer = BodyOf<Calls['POST /api/v1/staff/interviewers/create/']>;
type Patch = BodyOf<Calls['PATCH /api/v1/staff/interviewers/{interviewerId}/update/']>;

const selectInterviewers = (db: Db) =>
  db
    .selectFrom('interviewer')
    .select(['id', 'name', 'email', 'userId', 'isActive'])
    .select(
      sql<number>`(select coalesce(sum(taken), 0)::int from interview_slot
        where interviewer_id = interviewer.id and starts_at > now() and cancelled_at is null)`.as('booked'),
    );

/** Lists interviewers by name, active ones first. [API-43] */
export const listInterviewers = (db: Db): Promise<Interviewer[]> =>
  selectInterviewers(db)
    .orderBy('isActive', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(500)
    .execute();

/** Loads an interviewer. Throws NOT_FOUND. */
export async function requireInterviewer(db: Db, id: string): Promise<Interviewer> {
  const row = isUuid(id) ? await selectInterviewers(db).where('id', '=', id).executeTakeFirst() : null;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such interviewer' });
  return row;
}

/** Lists active interviewers for a select field. */
export async function listInterviewerNames(db: Db): Promise<[id: string, name: string][]> {
  const rows = await listInterviewers(db);
  return rows
    .filter(({ isActive }) => isActive)
    .map(({ id, name, userId }) => [id, userId ? name : `${name} (guest)`]);
}

/** Lists the members of staff for a select field. */
export async function listStaffNames(db: Db): Promise<[id: string, name: string][]> {
  const rows = await db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', (role) => role.selectFrom('userRole').select('userId'))
    .orderBy('firstName')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => [row.id, formatPersonName(row)]);
}

/** Adds an interviewer and returns the id. Throws VALIDATION_FAILED. [API-43] */
export function createInterviewer(db: Db, staffId: string, values: NewInterviewer): Promise<string> {
  return withUniqueFields(() =>
    db.transaction().execute(async (trx) => {
      await requireStaffAccount(trx, values.userId);
      const id = uuidv7();
      await trx
        .insertInto('interviewer')
        .values({ ...values, id })
        .execute();
      await recordStaffAudit(trx, staffId, 'interviewer.CREATE', id, { name: values.name });
      return id;
    }),
  );
}

/**
 * Changes an interviewer. Who gets no new slots loses the free ones, and keeps the booked ones until somebody else is chosen. Throws
 * NOT_FOUND or VALIDATION_FAILED. [API-43]
 */
export function updateInterviewer(db: Db, staffId: string, id: string, patch: Patch): Promise<void> {
  return withUniqueFields(() =>
    db.transaction().execute(async (trx) => {
      const before = await requireInterviewer(trx, id);
      // A former colleague cannot hold interviews again before they have a role.
      const isResumed = patch.isActive === true && !before.isActive && patch.userId === undefined;
      await requireStaffAccount(trx, isResumed ? before.userId : (patch.userId ?? null));
      const names = (Object.keys(patch) as (keyof Patch)[]).filter((name) => patch[name] !== before[name]);
      if (!names.length) return;
      const from = Object.fromEntries(names.map((name) => [name, before[name]]));
      const to = Object.fromEntries(names.map((name) => [name, patch[name]]));
      await trx.updateTable('interviewer').set(to).where('id', '=', id).execute();
      if (patch.isActive === false) await withdrawFreeTimes(trx, staffId, id);
      await recordStaffAudit(trx, staffId, 'interviewer.UPDATE', id, { from, to });
    }),
  );
}

/** Withdraws the future times of an interviewer that nobody has booked, but not those of an expert. */
async function withdrawFreeTimes(trx: Db, staffId: string, interviewerId: string): Promise<void> {
  await lockInterviewers(trx, [interviewerId]);
  const withdrawn = await trx
    .updateTable('interviewSlot')
    .set({ cancelledAt: sql<Date>`now()` })
    .where('interviewerId', '=', interviewerId)
    .where('expertId', 'is', null)
    .where('taken', '=', 0)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>', sql<Date>`now()`)
    .returning(['id', 'startsAt'])
    .execute();
  for (const { id, startsAt } of withdrawn)
    await recordStaffAudit(trx, staffId, 'slot.CANCEL', id, {
      ...{ from: 'SCHEDULED', to: 'CANCELLED', released: 0, startsAt },
    });
}

async function requireStaffAccount(trx: Db, userId: string | null): Promise<void> {
  if (userId === null) return;
  if (!(await lockRole(trx, userId)))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Please choose a member of staff',
      fields: ['userId'],
    });
}

/** The unique indexes decide whether an email or an account is used already. [C-42] */
async function withUniqueFields<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Another interviewer has this email or this account';
    throw new HttpError('VALIDATION_FAILED', { message, fields: ['email'] });
  }
}
