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
 * Returns the condition that a network requests OTPs that nobody enters: under 30 % of 50 or more were verified. A program that
 * makes us send messages looks like this. [C-12]
 */
export const sendsUnverifiedOtps = (network: string) => sql<boolean>`exists (
  select from rate_counter sent
    where sent.key = ${keyOf('sent', network)}::text and sent.expires_at > now() and sent.count >= ${sql.lit(minSends)}
      and coalesce((
        select verified.count from rate_counter verified
          where verified.key = ${keyOf('verified', network)}::text and verified.expires_at > now()
      ), 0) < ${sql.lit(minVerifiedShare)} * sent.count)`;
