import { sql } from 'kysely';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';

const windowSeconds = 3600;
const minSends = 50;
const minVerifiedShare = 0.3;

const keyOf = (kind: 'sent' | 'verified', network: string) => `otp:network-${kind}:${network}`;

/** Counts the OTPs that a network has requested and verified within the hour. [C-12] */
export async function countNetworkOtp(db: Db, network: string, kind: 'sent' | 'verified'): Promise<void> {
  await consume(db, [{ key: keyOf(kind, network), max: 1_000_000, windowSeconds }]);
}

/**
 * Returns whether a network requests OTPs that nobody enters: under 30 % of 50 or more were verified. A program that
 * makes us send messages looks like this. [C-12]
 */
export async function sendsUnverifiedOtps(db: Db, network: string): Promise<boolean> {
  const rows = await db
    .selectFrom('rateCounter')
    .select(['key', 'count'])
    .where('key', 'in', [keyOf('sent', network), keyOf('verified', network)])
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
  const countOf = (kind: 'sent' | 'verified') =>
    rows.find(({ key }) => key === keyOf(kind, network))?.count ?? 0;
  const sent = countOf('sent');
  return sent >= minSends && countOf('verified') / sent < minVerifiedShare;
}
