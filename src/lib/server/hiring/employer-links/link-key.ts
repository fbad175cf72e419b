import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { sharedStatuses } from '#lib/domain/hiring/employer-links/employer-link.ts';
import { hashToken } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The secret keys in the addresses of employers' links, and what they open. Only a key's hash is stored. [C-19] */

/** 128 random bits in base64url. */
const keyBytes = 16;
const keyPattern = /^[\w-]{22}$/;

/** Generates the key of a new link. */
export const generateShortlistKey = (): string => randomBytes(keyBytes).toString('base64url');

export const hashShortlistKey = (key: string): string => hashToken(key);

export const shortlistPath = (key: string): string => `/shortlist/${key}/`;

/**
 * Returns the condition that a row of `employer_link` has this key and that the link works now. One that was created in the
 * future does not: the clock has gone back, so its age is unknown.
 */
export const isOpenLink = (key: string): RawBuilder<boolean> =>
  keyPattern.test(key)
    ? sql<boolean>`(employer_link.key_hash = ${hashShortlistKey(key)} and employer_link.revoked_at is null
        and employer_link.expired_at is null and employer_link.expires_at > now()
        and employer_link.created_at <= now())`
    : sql<boolean>`false`;

/**
 * Marks every link whose time is over. A clock that goes back later does not revive it. It runs when a link shows nothing, and
 * every minute.
 */
export async function recordExpiredLinks(db: Db): Promise<void> {
  await db
    .updateTable('employerLink')
    .set({ expiredAt: sql<Date>`now()` })
    .where('expiresAt', '<=', sql<Date>`now()`)
    .where('expiredAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

const statuses = sql.join(sharedStatuses.map((status) => sql.lit(status)));

/** The condition that an application can be shown: it was sent and has not ended. Needs the rows of its person too. */
export const isShareable = sql<boolean>`(job_application.status in (${statuses})
  and job_application.candidate_snapshot is not null and app_user.disabled_at is null)`;
