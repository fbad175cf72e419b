import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireTokenUser } from '#lib/server/media/upload-token.ts';
import { requireSession } from './session.ts';

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
