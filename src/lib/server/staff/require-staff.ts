import type { Db } from '../db/index.ts';
import type { Cookies } from '../http/cookies.ts';
import { HttpError } from '../http/http-error.ts';
import { hasRole } from '../roles.ts';
import { findSession, type Session } from '../session.ts';

/** The session of somebody of the staff, their number proven; null for everybody else. */
export async function findStaffSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const session = await findSession(db, cookies);
  if (!session || session.user.disabledAt || !session.user.phoneVerifiedAt) return null;
  return (await hasRole(db, session.user.id, 'staff')) ? session : null;
}

/** @throws HttpError NOT_FOUND, the same as for an address that nobody has made */
export async function requireStaff(db: Db, cookies: Cookies): Promise<Session> {
  const session = await findStaffSession(db, cookies);
  if (!session) throw new HttpError('NOT_FOUND');
  return session;
}
