import { findRole } from '#lib/server/auth/roles.ts';
import { findSession, type Session } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The role of the person of a session; queried once each time that the session is read. */
const roles = new WeakMap<Session, Promise<Role | null>>();

/** Returns the role of the person of a session, or null. */
export function findSessionRole(db: Db, session: Session): Promise<Role | null> {
  const role = roles.get(session) ?? findRole(db, session.user.id);
  roles.set(session, role);
  return role;
}

/** Returns whether a session is that of a staff member with a verified number. */
export async function isStaffSession(db: Db, session: Session): Promise<boolean> {
  const { disabledAt, phoneVerifiedAt } = session.user;
  return !disabledAt && phoneVerifiedAt !== null && (await findSessionRole(db, session)) !== null;
}

/** Returns the session of a staff member with a verified number, and null for everybody else. */
export async function findStaffSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const session = await findSession(db, cookies);
  return session && (await isStaffSession(db, session)) ? session : null;
}

/** Throws PERMISSION_DENIED unless the session is an admin's. */
export async function requireAdmin(db: Db, session: Session): Promise<void> {
  if ((await findSessionRole(db, session)) !== 'admin')
    throw new HttpError('PERMISSION_DENIED', { message: 'Only an admin can do this' });
}
