import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffEmployerRoutes } from '#lib/contract/staff/hiring/employers.ts';
import { formatTypedPhone } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { longUndoSeconds } from '../../undo/list-long-undos.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { lockEmployer } from './lock-employer.ts';

type Calls = typeof staffEmployerRoutes;
type NewContact = BodyOf<Calls['POST /api/v1/staff/employers/{employerId}/contacts/create/']>;
type Patch = BodyOf<Calls['PATCH /api/v1/staff/employer-contacts/{contactId}/update/']>;

/** The employer's row is locked first, so that it has one main contact whatever runs at the same time. */

/**
 * Adds a contact; the first one is the main one. A request with the id of a contact that there is changes nothing. Throws
 * NOT_FOUND, INVALID_STATE for a merged employer, or VALIDATION_FAILED for the id of another employer's contact. [API-41]
 */
export async function createContact(
  db: Db,
  staffId: string,
  employerId: string,
  { id = uuidv7(), ...input }: NewContact,
): Promise<void> {
  const contact = withFormattedPhone(input);
  await db.transaction().execute(async (trx) => {
    await lockEmployer(trx, employerId);
    const first = await trx
      .selectFrom('employerContact')
      .select('id')
      .where('employerId', '=', employerId)
      .limit(1)
      .executeTakeFirst();
    const isMain = contact.isMain || !first;
    const added = await trx
      .insertInto('employerContact')
      .values({ ...contact, isMain: false, id, employerId })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return requireOwnContact(trx, id, employerId);
    if (isMain) {
      await unsetMain(trx, employerId);
      await trx.updateTable('employerContact').set({ isMain }).where('id', '=', id).execute();
    }
    await recordStaffAudit(trx, staffId, 'employer.ADD_CONTACT', employerId, { ...contact, isMain });
  });
}

/** A number without a calling code is Indian, and is stored with it, so that everybody can dial it. */
const withFormattedPhone = <Values extends { phone?: string | null | undefined }>(values: Values): Values =>
  values.phone ? { ...values, phone: formatTypedPhone(values.phone) } : values;

/** Changes a contact and returns the id of its employer. Throws NOT_FOUND or STALE_WRITE. [API-41] */
export async function updateContact(
  db: Db,
  staffId: string,
  id: string,
  { version, ...input }: Patch,
): Promise<string> {
  const patch = withFormattedPhone(input);
  return db.transaction().execute(async (trx) => {
    const { row, employerId } = await lockContact(trx, id);
    if (version !== undefined && version !== row.version)
      throw new HttpError('STALE_WRITE', {
        message: 'Somebody else has changed this contact meanwhile. Check it and save again.',
      });
    const names = (Object.keys(patch) as (keyof typeof patch)[]).filter(
      (name) => patch[name] !== undefined && patch[name] !== row[name],
    );
    if (!names.length) return employerId;
    if (names.includes('isMain') && patch.isMain) await unsetMain(trx, employerId);
    await trx
      .updateTable('employerContact')
      .set({ ...Object.fromEntries(names.map((name) => [name, patch[name]])), version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    await recordStaffAudit(trx, staffId, 'employer.UPDATE_CONTACT', employerId, {
      from: Object.fromEntries(names.map((name) => [name, row[name]])),
      to: Object.fromEntries(names.map((name) => [name, patch[name]])),
    });
    return employerId;
  });
}

/**
 * Deletes a contact and returns the id of its employer. The audit has all of its facts, and it can be undone for half an hour.
 * Throws NOT_FOUND. [API-41] [C-40]
 */
export function deleteContact(deps: StaffActionDeps, staffId: string, id: string): Promise<string> {
  const remove = async ({ trx }: UnitOfWork) => {
    const { row, employerId } = await lockContact(trx, id);
    await trx.deleteFrom('employerContact').where('id', '=', id).execute();
    const { name, role, email, phone, note, isMain } = row;
    const facts = { deleted: name, role, email, phone, note, isMain };
    await recordStaffAudit(trx, staffId, 'employer.DELETE_CONTACT', employerId, facts);
    return employerId;
  };
  return runStaffAction(deps, staffId, 'employer.DELETE_CONTACT', remove, { undoFor: longUndoSeconds });
}

/** Throws VALIDATION_FAILED where the id is that of another employer's contact. */
async function requireOwnContact(trx: Db, id: string, employerId: string): Promise<void> {
  const own = await trx
    .selectFrom('employerContact')
    .select('id')
    .where('id', '=', id)
    .where('employerId', '=', employerId)
    .executeTakeFirst();
  if (!own) throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['id'] });
}

async function lockContact(trx: Db, id: string) {
  const found = isUuid(id)
    ? await trx.selectFrom('employerContact').select('employerId').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!found) throw createContactNotFoundError();
  await lockEmployer(trx, found.employerId);
  const row = await trx.selectFrom('employerContact').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw createContactNotFoundError();
  return { row, employerId: found.employerId };
}

const createContactNotFoundError = () => new HttpError('NOT_FOUND', { message: 'There is no such contact' });

const unsetMain = (trx: Db, employerId: string) =>
  trx.updateTable('employerContact').set({ isMain: false }).where('employerId', '=', employerId).execute();
