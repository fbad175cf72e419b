import { hasRole } from '#lib/server/auth/roles.ts';
import { findSession, type Session } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

/** The session of somebody of the staff, their number proven; null for everybody else. */
export async function findStaffSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const session = await findSession(db, cookies);
  if (!session || session.user.disabledAt || !session.user.phoneVerifiedAt) return null;
  return (await hasRole(db, session.user.id, 'staff')) ? session : null;
}
