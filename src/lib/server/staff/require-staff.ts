import { hasRole } from '#lib/server/auth/roles.ts';
import { findSession, type Session } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

/** Returns whether the person of a session is staff; queried once each time that the session is read. */
const staffChecks = new WeakMap<Session, Promise<boolean>>();

/** Returns the session of a staff member with a verified number, and null for everybody else. */
export async function findStaffSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const session = await findSession(db, cookies);
  if (!session || session.user.disabledAt || !session.user.phoneVerifiedAt) return null;
  const isStaff = staffChecks.get(session) ?? hasRole(db, session.user.id, 'staff');
  staffChecks.set(session, isStaff);
  return (await isStaff) ? session : null;
}
