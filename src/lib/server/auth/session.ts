import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** C-20. A session of an unverified number lives a day; every other 30 days, 14 without use. */
const policy = {
  absoluteSeconds: 30 * 86_400,
  idleSeconds: 14 * 86_400,
  unverifiedSeconds: 86_400,
  freshSeconds: 600,
  perUser: 10,
  touchSeconds: 3600,
};

const cookieName = 'sid';
/** Tells only the page's script that asking who is signed in is worth a request. */
const hintName = 'signed_in';

export interface Session {
  tokenHash: string;
  user: UserRow;
  /** An OTP proved the person within the last 10 minutes (C-20). */
  isFresh: boolean;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Neither too old nor unused for too long (C-20): holds for every query that reads sessions. */
export const isLive = sql<boolean>`session.expires_at > now()
  and session.last_seen_at > now() - make_interval(secs => ${policy.idleSeconds})`;

/** The session of the request's cookie, touched at most once an hour; null when there is none or it ended. */
export async function findSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const token = cookies.get(cookieName);
  if (!token || token.length > 100) return null;
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .selectAll('appUser')
    .select([
      sql<boolean>`coalesce(session.proven_at > now() - make_interval(secs => ${policy.freshSeconds}), false)`.as(
        'isFresh',
      ),
      sql<boolean>`session.last_seen_at < now() - make_interval(secs => ${policy.touchSeconds})`.as(
        'isStale',
      ),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .where(isLive)
    .executeTakeFirst();
  if (!row) return null;
  const { isFresh, isStale, ...user } = row;
  if (isStale)
    await db
      .updateTable('session')
      .set({ lastSeenAt: sql<Date>`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  return { tokenHash, user, isFresh };
}

/** @throws HttpError NOT_AUTHENTICATED, SESSION_EXPIRED, or ACCOUNT_DISABLED */
export async function requireSession(db: Db, cookies: Cookies): Promise<Session> {
  const session = await findSession(db, cookies);
  // The cookies stay: this request may have crossed the exchange of its token for a new one (C-21), and clearing them
  // would then take the new one away.
  if (!session)
    throw new HttpError(cookies.get(cookieName) === null ? 'NOT_AUTHENTICATED' : 'SESSION_EXPIRED');
  if (session.user.disabledAt) throw new HttpError('ACCOUNT_DISABLED');
  return session;
}

interface NewSession {
  userId: string;
  /** When an OTP last proved the person: just now, never, or whenever it was for the session replaced. */
  proven: 'now' | 'never' | 'as-before';
  isVerified: boolean;
  userAgent: string;
  /**
   * The session that this one takes the place of: a token never survives a change of rights (C-21), and one that
   * ended while the call was under way gives no new one.
   */
  replaces: string | null;
}

/**
 * Opens a session in the caller's transaction and returns its token, which exists nowhere else (C-18, C-19).
 * A person keeps the ten used last.
 * @throws HttpError SESSION_EXPIRED when the session to replace is gone
 */
export async function issueSession(
  trx: Db,
  { userId, proven, isVerified, userAgent, replaces }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const lifetime = isVerified ? policy.absoluteSeconds : policy.unverifiedSeconds;
  const replaced = replaces === null ? null : await takeSession(trx, replaces);
  await trx
    .insertInto('session')
    .values({
      tokenHash: hashOf(token),
      userId,
      userAgent,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifetime})`,
      provenAt: { now: sql<Date>`now()`, never: null, 'as-before': replaced?.provenAt ?? null }[proven],
    })
    .execute();
  await trx
    .deleteFrom('session')
    .where('tokenHash', 'in', (query) =>
      query
        .selectFrom('session')
        .select('tokenHash')
        .where('userId', '=', userId)
        .orderBy(sql`last_seen_at desc, token_hash`)
        .offset(policy.perUser),
    )
    .where('tokenHash', '!=', hashOf(token))
    .execute();
  return token;
}

async function takeSession(trx: Db, tokenHash: string): Promise<{ provenAt: Date | null }> {
  const taken = await trx
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning('provenAt')
    .executeTakeFirst();
  if (!taken) throw new HttpError('SESSION_EXPIRED');
  return taken;
}

/** Whether the session still lives, and was proven recently enough where that is asked: part of a conditional write. */
export function sessionLives(tokenHash: string, mustBeFresh: boolean) {
  return sql<boolean>`exists (select from session where token_hash = ${tokenHash} and ${isLive}
    and (${!mustBeFresh} or proven_at > now() - make_interval(secs => ${policy.freshSeconds})))`;
}

/** Hands the token to the browser; call it once the transaction is committed. */
export function setSessionCookie(cookies: Cookies, token: string): void {
  cookies.set(cookieName, token, { maxAgeSeconds: policy.absoluteSeconds });
  cookies.set(hintName, '1', { maxAgeSeconds: policy.absoluteSeconds, readable: true });
}

/** Gives whose it was; null when there was none. */
export async function endSession(db: Db, tokenHash: string): Promise<string | null> {
  const ended = await db
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning('userId')
    .executeTakeFirst();
  return ended?.userId ?? null;
}

/** Every session of the person but one (C-23); gives how many of them were alive. */
export async function endOtherSessions(db: Db, userId: string, keptHash: string): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', keptHash)
    .returning(isLive.as('wasLive'))
    .execute();
  return ended.filter(({ wasLive }) => wasLive).length;
}

/** Ends the session of the cookie, if there is one, and forgets the cookie (C-24). Gives who signed out. */
export async function signOut(db: Db, cookies: Cookies): Promise<string | null> {
  const token = cookies.get(cookieName);
  const userId = token ? await endSession(db, hashOf(token)) : null;
  clearSessionCookie(cookies);
  return userId;
}

/** For the browser whose session ended. */
export function clearSessionCookie(cookies: Cookies): void {
  cookies.clear(cookieName);
  cookies.clear(hintName, { readable: true });
}
