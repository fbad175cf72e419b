import type { Config } from '../config.ts';
import type { Db } from '../db/index.ts';
import type { Cookies } from '../http/cookies.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSession, type UserRow } from '../session.ts';
import { requireTokenUser } from './upload-token.ts';

/**
 * Who sends a file: by the bearer where there is one, else by the session (C-33).
 * @throws HttpError NOT_AUTHENTICATED, SESSION_EXPIRED, ACCOUNT_DISABLED, PHONE_NOT_VERIFIED
 */
export async function requireUploader(
  { db, config }: { db: Db; config: Config },
  cookies: Cookies,
  bearer: string | null,
): Promise<UserRow> {
  if (bearer !== null) return requireTokenUser(db, config, bearer);
  const { user } = await requireSession(db, cookies);
  if (!user.phoneVerifiedAt) throw new HttpError('PHONE_NOT_VERIFIED');
  return user;
}
