import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Config, derive } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** C-33 */
const tokenSeconds = 600;

/**
 * Creates a token `{user}.{expiry}.{signature}` that allows this person uploads for ten minutes. The media
 * host knows the key and the database, so nothing is stored. It differs from the session's token. [C-33]
 */
export function createUploadToken(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  userId: string,
  now: Date,
): { token: string; expiresAt: Date } {
  const expiry = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const payload = `${userId}.${expiry}`;
  return { token: `${payload}.${signature(secretKeys[0], payload)}`, expiresAt: new Date(expiry * 1000) };
}

const signature = (secretKey: string, payload: string) =>
  createHmac('sha256', derive(secretKey, 'upload-token')).update(payload).digest('base64url');

/** Returns the person of a token. Throws NOT_AUTHENTICATED or PHONE_NOT_VERIFIED. [C-33] */
export async function requireTokenUser(
  db: Db,
  { secretKeys }: Pick<Config, 'secretKeys'>,
  token: string,
): Promise<UserRow> {
  const [userId = '', expiry = ''] = token.split('.');
  const payload = `${userId}.${expiry}`;
  if (!secretKeys.some((key) => equalsInConstantTime(`${payload}.${signature(key, payload)}`, token)))
    throw new HttpError('NOT_AUTHENTICATED');
  // The database's clock issued the token, so the same clock expires it.
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

function equalsInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
