import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { findRole } from '#lib/server/auth/roles.ts';
import { isSessionActive, type Session } from '#lib/server/auth/session.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { requireAdmin } from '../require-staff.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { handOverWork, type OwnedWork } from './hand-over-work.ts';

/**
 * An admin grants and revokes roles. Each statement checks the admin's own role and OTP itself and locks the admins' rows,
 * so of two admins who revoke each other at the same time one stays. [C-20]
 */

/** Grants a role to the owner of a verified number. Throws USER_NOT_FOUND, REAUTH_REQUIRED or PERMISSION_DENIED. */
export async function grantRoleByAdmin(db: Db, session: Session, phone: string, role: Role): Promise<void> {
  await requireRecentAdmin(db, session);
  const person = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', phone)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!person)
    throw new HttpError('USER_NOT_FOUND', {
      ...{ fields: ['phone'], message: 'Nobody has verified this number. Ask the person to sign up first.' },
    });
  await db.transaction().execute(async (trx) => {
    const from = await findRole(trx, person.id);
    const { rows } = await sql`
      insert into user_role (user_id, role)
      select ${person.id}, ${role} from user_role admin
      where admin.user_id = ${session.user.id} and admin.role = 'admin'
        and ${isSessionActive(session.tokenHash, true)}
      for share of admin
      on conflict do nothing
      returning role`.execute(trx);
    if (rows.length)
      await recordStaffAudit(trx, session.user.id, 'role.GRANT', person.id, {
        from: from ?? 'none',
        to: role,
      });
    else await requireRecentAdmin(trx, session);
  });
}

/**
 * Revokes all roles of a person and hands over what they own, to a member of staff or to nobody. Interviewers hear of it after the
 * time for an undo, which restores the roles too. Returns how much it was. Throws
 * NOT_FOUND, VALIDATION_FAILED, LAST_ADMIN, REAUTH_REQUIRED or PERMISSION_DENIED.
 */
export async function revokeRolesByAdmin(
  deps: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  session: Session,
  userId: string,
  newOwnerId: string | null,
): Promise<OwnedWork> {
  await requireRecentAdmin(deps.db, session);
  if (!isUuid(userId)) throw new HttpError('NOT_FOUND');
  return runStaffAction(deps, session.user.id, 'role.REVOKE', async ({ trx, messages, config }) => {
    const from = await findRole(trx, userId);
    if (!from) throw new HttpError('NOT_FOUND', { message: 'This person has no role' });
    const { rows } = await sql`
      with admins as (select user_id from user_role where role = 'admin' order by user_id for no key update)
      delete from user_role
      where user_id = ${userId}
        and exists (select from admins where user_id = ${session.user.id})
        and exists (select from admins where user_id <> ${userId})
        and ${isSessionActive(session.tokenHash, true)}
      returning role`.execute(trx);
    if (rows.length) {
      const handedOver = await handOverWork(trx, { messages, config }, session.user.id, userId, newOwnerId);
      const details = { from, to: 'none', ...handedOver };
      await recordStaffAudit(trx, session.user.id, 'role.REVOKE', userId, details);
      return handedOver;
    }
    // Another admin may have changed a role since the request began.
    if ((await findRole(trx, session.user.id)) !== 'admin') throw new HttpError('PERMISSION_DENIED');
    throw new HttpError((await findRole(trx, userId)) === null ? 'NOT_FOUND' : 'LAST_ADMIN');
  });
}

async function requireRecentAdmin(db: Db, session: Session): Promise<void> {
  await requireAdmin(db, session);
  if (!session.isFresh) throw new HttpError('REAUTH_REQUIRED');
}
