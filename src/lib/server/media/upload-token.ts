import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Config, derive } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** C-33 */
const lifeSeconds = 600;

/**
 * `{user}.{expiry}.{signature}`: for this person, for uploads only, for ten minutes. The media host knows the key and the
 * database, so nothing is stored; it is never the session's token.
 */
export function signUploadToken(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  userId: string,
  now: Date,
): { token: string; expiresAt: Date } {
  const expiry = Math.floor(now.getTime() / 1000) + lifeSeconds;
  const said = `${userId}.${expiry}`;
  return { token: `${said}.${signature(secretKeys[0], said)}`, expiresAt: new Date(expiry * 1000) };
}

const signature = (secretKey: string, said: string) =>
  createHmac('sha256', derive(secretKey, 'upload-token')).update(said).digest('base64url');

/** Whose token it is. @throws HttpError NOT_AUTHENTICATED, PHONE_NOT_VERIFIED */
export async function requireTokenUser(
  db: Db,
  { secretKeys }: Pick<Config, 'secretKeys'>,
  token: string,
): Promise<UserRow> {
  const [userId = '', expiry = ''] = token.split('.');
  const said = `${userId}.${expiry}`;
  if (!secretKeys.some((key) => isSame(`${said}.${signature(key, said)}`, token)))
    throw new HttpError('NOT_AUTHENTICATED');
  // The database's clock made it and ends it; a longer life than ours was never signed.
  const user = await db
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`to_timestamp(${Number(expiry)}) > now()`)
    .executeTakeFirst();
  if (!user) throw new HttpError('NOT_AUTHENTICATED');
  if (!user.phoneVerifiedAt) throw new HttpError('PHONE_NOT_VERIFIED');
  return user;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
