import { findSession, requireSession, type Session } from '#lib/server/auth/session.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { cookiesOf } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Caller } from '#lib/server/http/run-endpoint.ts';
import type { Authorize } from '#lib/server/http/serve.ts';
import { requireTokenUser } from '#lib/server/media/upload-token.ts';
import { findStaffSession } from '#lib/server/staff/require-staff.ts';
import type { ApiDeps } from './context.ts';

interface KnownCaller extends Caller {
  session: Session | null;
  uploader: UserRow | null;
}

const anonymousCaller: KnownCaller = { session: null, uploader: null };

/**
 * Creates the function that `serve` asks who calls and whether they may; it reads the session at most once per request.
 * It throws `NOT_AUTHENTICATED`, `SESSION_EXPIRED`, `ACCOUNT_DISABLED`, `PHONE_NOT_VERIFIED`, and for staff endpoints
 * `NOT_FOUND`, so that an outsider cannot tell them from an unused address.
 */
export function createAuthorize({ db, config }: Pick<ApiDeps, 'db' | 'config'>): Authorize {
  return async (access, { cookies, bearer }): Promise<KnownCaller> => {
    if (access === 'public') return anonymousCaller;
    if (access === 'anyone') {
      const session = await findSession(db, cookies);
      return { ...anonymousCaller, session: session?.user.disabledAt ? null : session };
    }
    if (access === 'staff') {
      const session = await findStaffSession(db, cookies);
      if (!session) throw new HttpError('NOT_FOUND');
      return { ...anonymousCaller, session };
    }
    // A bearer token replaces the session, so the cookie is ignored (C-33).
    if (access === 'uploader' && bearer !== null)
      return { ...anonymousCaller, uploader: await requireTokenUser(db, config, bearer) };
    const session = await requireSession(db, cookies);
    if (access === 'signed-in') return { ...anonymousCaller, session };
    if (!session.user.phoneVerifiedAt) throw new HttpError('PHONE_NOT_VERIFIED');
    return access === 'uploader'
      ? { ...anonymousCaller, uploader: session.user }
      : { ...anonymousCaller, session };
  };
}

/** Creates the function that returns the id of the person who asks for an uploaded file, or null (C-32). */
export function createFindReaderId({ db, config }: Pick<ApiDeps, 'db' | 'config'>) {
  return async (request: Request): Promise<string | null> => {
    const session = await findSession(db, cookiesOf(request, config));
    return session && !session.user.disabledAt ? session.user.id : null;
  };
}
