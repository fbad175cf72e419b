import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { SignedInDevice, sessionRoutes } from '#lib/contract/auth/sessions.ts';
import type { Paging } from '#lib/contract/core/list.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { SessionTable } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type Page, presentList } from '#lib/server/http/list.ts';
import { describeDevice } from './device.ts';
import { clearSessionCookie, endOtherSessions, isLive, type Session } from './session.ts';

/** Where a person is signed in. Every query names the owner (C-39); what is not theirs is not found. */
export const sessionHandlers: Handlers<keyof typeof sessionRoutes> = {
  'GET /api/v1/user/sessions/': async ({ db, query, session }) =>
    presentList('/api/v1/user/sessions/', query, await listSessions(db, session, query)),

  'DELETE /api/v1/user/sessions/{sessionId}/': async ({ db, params, session, cookies, log }) => {
    const tokenHash = await endOwnSession(db, session, params.sessionId);
    if (!tokenHash) throw new HttpError('NOT_FOUND');
    if (tokenHash === session.tokenHash) clearSessionCookie(cookies);
    log.info({ event: 'auth.session_ended', userId: session.user.id }, 'session ended');
    return {};
  },

  'POST /api/v1/user/sessions/end-others/': async ({ db, session, log }) => {
    const ended = await signOutElsewhere(db, session);
    log.info({ event: 'auth.other_sessions_ended', userId: session.user.id, ended }, 'other sessions ended');
    return { ended };
  },
};

/** This browser first, then those used last. */
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

/** The key of the session ended; undefined when the person has none of that id. */
async function endOwnSession(db: Db, current: Session, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', current.user.id)
    .where(isLive)
    .returning('tokenHash')
    .executeTakeFirst();
  return ended?.tokenHash;
}

/**
 * Of two browsers that sign each other out at once, one stays.
 * @throws HttpError SESSION_EXPIRED when the session that asks has ended meanwhile
 */
function signOutElsewhere(db: Db, { user, tokenHash }: Session): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // A statement of its own: the next one must see what the one that held the lock has done.
    await trx.selectFrom('appUser').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    const asker = await trx
      .selectFrom('session')
      .select('id')
      .where('tokenHash', '=', tokenHash)
      .where(isLive)
      .executeTakeFirst();
    if (!asker) throw new HttpError('SESSION_EXPIRED');
    return endOtherSessions(trx, user.id, tokenHash);
  });
}
