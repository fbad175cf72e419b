import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { sharedStatuses } from '#lib/domain/hiring/employer-links/employer-link.ts';
import { hashToken } from '#lib/server/auth/session.ts';

/** The secret keys in the addresses of employers' links, and what they open. Only a key's hash is stored. [C-19] */

/** 128 random bits in base64url. */
const keyBytes = 16;
const keyPattern = /^[\w-]{22}$/;

/** Generates the key of a new link. */
export const generateShortlistKey = (): string => randomBytes(keyBytes).toString('base64url');

export const hashShortlistKey = (key: string): string => hashToken(key);

export const shortlistPath = (key: string): string => `/shortlist/${key}/`;

/** Returns the condition that a row of `employer_link` has this key and that the link works now. */
export const isOpenLink = (key: string): RawBuilder<boolean> =>
  keyPattern.test(key)
    ? sql<boolean>`(employer_link.key_hash = ${hashShortlistKey(key)} and employer_link.revoked_at is null
        and employer_link.expires_at > now())`
    : sql<boolean>`false`;

const statuses = sql.join(sharedStatuses.map((status) => sql.lit(status)));

/** The condition that an application can be shown: it was sent and has not ended. Needs the rows of its person too. */
export const isShareable = sql<boolean>`(job_application.status in (${statuses})
  and job_application.candidate_snapshot is not null and app_user.disabled_at is null)`;
