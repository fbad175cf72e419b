import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, executePrepared, isUnavailable } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * A session expires after 30 days, after 14 days without use, or after one day while the number is
 * unverified. [C-20]
 */
const policy = {
  absoluteSeconds: 30 * 86_400,
  idleSeconds: 14 * 86_400,
  unverifiedSeconds: 86_400,
  freshSeconds: 600,
  perUser: 10,
  touchSeconds: 3600,
};

const cookieName = 'sid';
/**
 * A cookie that the page's script can read. Without it nobody is signed in, so the page need not ask the
 * server.
 */
const hintName = 'signed_in';

export interface Session {
  tokenHash: string;
  user: UserRow;
  /** Whether the person entered a correct OTP within the last 10 minutes. [C-20] */
  isFresh: boolean;
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The condition of a session that has not expired; every query that reads sessions uses it. [C-20] */
export const isLive = sql<boolean>`session.expires_at > now()
  and session.last_seen_at > now() - make_interval(secs => ${policy.idleSeconds})`;

/** Every column of a person by its name, as `executePrepared` needs. The compiler reports a missing one. */
const userColumns = Object.keys({
  'appUser.id': true,
  'appUser.firstName': true,
  'appUser.lastName': true,
  'appUser.email': true,
  'appUser.emailVerifiedAt': true,
  'appUser.pendingEmail': true,
  'appUser.countryIsoCode': true,
  'appUser.phoneE164': true,
  'appUser.phoneVerifiedAt': true,
  'appUser.pendingPhoneE164': true,
  'appUser.pendingCountryIsoCode': true,
  'appUser.timeZone': true,
  'appUser.notificationPreferences': true,
  'appUser.dateJoined': true,
  'appUser.consentVersion': true,
  'appUser.disabledAt': true,
  'appUser.avatarMediaId': true,
} satisfies Record<UserColumn, true>) as UserColumn[];

type UserColumn = `appUser.${keyof UserRow}`;

/**
 * The session of each request, keyed by its cookies, so that later handlers of the request get the same one.
 */
const sessionsByCookies = new WeakMap<Cookies, { session: Promise<Session | null>; readAt: number }>();

/**
 * A body may take 30 seconds to arrive (C-31), and the session may end before that: after this time it is
 * read again.
 */
const maxAgeMilliseconds = 2000;

/**
 * Returns the active session of the request's cookie, or null. Handlers of one request share its `Cookies`
 * (see `cookiesOf`) and therefore the session, so the database is queried once, unless the request takes
 * long.
 */
export function findSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const last = sessionsByCookies.get(cookies);
  if (last && Date.now() - last.readAt <= maxAgeMilliseconds) return last.session;
  const session = readSession(db, cookies);
  sessionsByCookies.set(cookies, { session, readAt: Date.now() });
  return session;
}

/** Reads the session and, at most once an hour, updates the time of its last use. */
async function readSession(db: Db, cookies: Cookies): Promise<Session | null> {
  const token = cookies.get(cookieName);
  if (!token || token.length > 100) return null;
  const tokenHash = hashToken(token);
  const query = db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select(userColumns)
    .select([
      sql<boolean>`coalesce(session.proven_at > now() - make_interval(secs => ${policy.freshSeconds}), false)`.as(
        'isFresh',
      ),
      sql<boolean>`session.last_seen_at < now() - make_interval(secs => ${policy.touchSeconds})`.as(
        'isStale',
      ),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .where(isLive);
  const { rows } = await executePrepared(db, query.compile());
  if (!rows[0]) return null;
  const { isFresh, isStale, ...user } = rows[0];
  if (isStale) await touchSession(db, tokenHash);
  return { tokenHash, user, isFresh };
}

/** A database that only reads, as after a failover or on a full disk, logs nobody out: the next request tries again. */
async function touchSession(db: Db, tokenHash: string): Promise<void> {
  try {
    await db
      .updateTable('session')
      .set({ lastSeenAt: sql<Date>`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Returns the request's session. Throws `NOT_AUTHENTICATED`, `SESSION_EXPIRED` or `ACCOUNT_DISABLED`. */
export async function requireSession(db: Db, cookies: Cookies): Promise<Session> {
  const session = await findSession(db, cookies);
  // The cookies are not cleared: another response may have replaced the token meanwhile (C-21), and clearing would delete
  // the new one.
  if (!session)
    throw new HttpError(cookies.get(cookieName) === null ? 'NOT_AUTHENTICATED' : 'SESSION_EXPIRED');
  if (session.user.disabledAt) throw new HttpError('ACCOUNT_DISABLED');
  return session;
}

interface CreateSessionInput {
  userId: string;
  /**
   * The time when the person last entered a correct OTP; `inherited` takes the time of the replaced session.
   */
  provenAt: 'now' | 'never' | 'inherited';
  isVerified: boolean;
  userAgent: string;
  /**
   * The token hash of the session to replace, because rights never change under the same token. A session
   * that has ended since the request began is not replaced. [C-21]
   */
  replaces: string | null;
}

/**
 * Creates a session in the caller's transaction and returns its token. Only the token's hash is stored.
 * Deletes all but the person's ten most recently used sessions. Throws `SESSION_EXPIRED` when the session to
 * replace is gone. [C-18, C-19, C-20]
 */
export async function createSession(
  trx: Db,
  { userId, provenAt, isVerified, userAgent, replaces }: CreateSessionInput,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const lifetime = isVerified ? policy.absoluteSeconds : policy.unverifiedSeconds;
  const replaced = replaces === null ? null : await consumeSession(trx, replaces);
  await trx
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      userId,
      userAgent,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifetime})`,
      provenAt: { now: sql<Date>`now()`, never: null, inherited: replaced?.provenAt ?? null }[provenAt],
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
    .where('tokenHash', '!=', hashToken(token))
    .execute();
  return token;
}

async function consumeSession(trx: Db, tokenHash: string): Promise<{ provenAt: Date | null }> {
  const deleted = await trx
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning('provenAt')
    .executeTakeFirst();
  if (!deleted) throw new HttpError('SESSION_EXPIRED');
  return deleted;
}

/** Returns the condition, for a write, that the session is live and, when `mustBeFresh`, that its OTP is recent. */
export function isSessionActive(tokenHash: string, mustBeFresh: boolean) {
  return sql<boolean>`exists (select from session where token_hash = ${tokenHash} and ${isLive}
    and (${!mustBeFresh} or proven_at > now() - make_interval(secs => ${policy.freshSeconds})))`;
}

/** Sets the session's cookies; call it after the transaction has committed. */
export function setSessionCookie(cookies: Cookies, token: string): void {
  cookies.set(cookieName, token, { maxAgeSeconds: policy.absoluteSeconds });
  cookies.set(hintName, '1', { maxAgeSeconds: policy.absoluteSeconds, isScriptReadable: true });
}

/** Deletes a session and returns its user's id, or null if there was none. */
export async function deleteSession(db: Db, tokenHash: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('session')
    .where('tokenHash', '=', tokenHash)
    .returning('userId')
    .executeTakeFirst();
  return deleted?.userId ?? null;
}

/** Deletes every session of the person but one; returns how many of them were live. [C-23] */
export async function deleteOtherSessions(db: Db, userId: string, exceptHash: string): Promise<number> {
  const deleted = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', exceptHash)
    .returning(isLive.as('wasLive'))
    .execute();
  return deleted.filter(({ wasLive }) => wasLive).length;
}

/** Deletes the session of the cookie, if there is one, and clears the cookie; returns the user's id. [C-24] */
export async function logOut(db: Db, cookies: Cookies): Promise<string | null> {
  const token = cookies.get(cookieName);
  const userId = token ? await deleteSession(db, hashToken(token)) : null;
  clearSessionCookie(cookies);
  return userId;
}

/** Clears both cookies of a browser whose session ended. */
export function clearSessionCookie(cookies: Cookies): void {
  cookies.clear(cookieName);
  cookies.clear(hintName, { isScriptReadable: true });
}
