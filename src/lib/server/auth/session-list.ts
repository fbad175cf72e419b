import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { SignedInDevice, sessionRoutes } from '#lib/contract/auth/sessions.ts';
import type { Paging } from '#lib/contract/core/list.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { SessionTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type Page, presentList } from '#lib/server/http/list.ts';
import { describeDevice } from './describe-device.ts';
import { clearSessionCookie, deleteOtherSessions, isLive, type Session } from './session.ts';

/**
 * Queries of a person's own sessions. Every query is restricted to their user id, so another person's session
 * is not found. [C-20, C-39]
 */
export const sessionHandlers: Handlers<keyof typeof sessionRoutes> = {
  'GET /api/v1/user/sessions/': async ({ db, query, session }) =>
    presentList('/api/v1/user/sessions/', query, await listSessions(db, session, query)),

  'DELETE /api/v1/user/sessions/{sessionId}/': async ({ db, params, session, cookies, log }) => {
    const tokenHash = await deleteOwnSession(db, session, params.sessionId);
    if (!tokenHash) throw new HttpError('NOT_FOUND');
    if (tokenHash === session.tokenHash) clearSessionCookie(cookies);
    log.info({ event: 'auth.session_ended', userId: session.user.id }, 'session ended');
    return {};
  },

  'POST /api/v1/user/sessions/end-others/': async ({ db, session, log }) => {
    const ended = await logOutElsewhere(db, session);
    log.info({ event: 'auth.other_sessions_ended', userId: session.user.id, ended }, 'other sessions ended');
    return { ended };
  },
};

/** Returns the person's live sessions, the current one first, then the most recently used. [C-20] */
export async function listSessions(
  db: Db,
  current: Session,
  { limit, offset }: Paging,
): Promise<Page<SignedInDevice>> {
  const live = db.selectFrom('session').where('userId', '=', current.user.id).where(isLive);
  const { count } = await live.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await live
    .selectAll()
    .orderBy(sql`token_hash = ${current.tokenHash}`, 'desc')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: rows.map((row) => presentSession(row, current)) };
}

function presentSession(row: Selectable<SessionTable>, current: Session): SignedInDevice {
  return {
    id: row.id,
    ...describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.tokenHash === current.tokenHash,
  };
}

/** Deletes a session of the person and returns its token hash; undefined when they have none with that id. */
async function deleteOwnSession(db: Db, current: Session, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const deleted = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', current.user.id)
    .where(isLive)
    .returning('tokenHash')
    .executeTakeFirst();
  return deleted?.tokenHash;
}

/**
 * Deletes the person's other sessions and returns their number. Of two browsers that log each other out at once, one stays
 * signed in: the other call throws `SESSION_EXPIRED`.
 */
function logOutElsewhere(db: Db, { user, tokenHash }: Session): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // The lock is a statement of its own, so that the next one sees what the transaction before it has committed.
    await trx.selectFrom('appUser').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    const own = await trx
      .selectFrom('session')
      .select('id')
      .where('tokenHash', '=', tokenHash)
      .where(isLive)
      .executeTakeFirst();
    if (!own) throw new HttpError('SESSION_EXPIRED');
    return deleteOtherSessions(trx, user.id, tokenHash);
  });
}
