import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Whether a row of `otp_challenge` is expired. One that is created in the future is too: the clock has gone back, so its age
 * is unknown. [C-02]
 */
export const isExpired = sql<boolean>`(expired_at is not null or expires_at <= now() or created_at > now())`;

/**
 * Marks every open OTP whose time is over. A clock that goes back later does not revive it. It runs before each OTP is
 * issued or checked, and every minute. [C-02]
 */
export async function recordExpiredOtps(db: Db): Promise<void> {
  await db
    .updateTable('otpChallenge')
    .set({ expiredAt: sql<Date>`now()` })
    .where('expiresAt', '<=', sql<Date>`now()`)
    .where('expiredAt', 'is', null)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .execute();
}
