import { sql } from 'kysely';
import type { Context } from '#lib/server/context.ts';
import { countNetworkOtp } from '#lib/server/http/limits/network-statistics.ts';

const kinds = ['sent', 'verified', 'wrong'] as const;

/**
 * Counts the OTPs sent, verified and wrong within the hour, in all and for the network, and logs an error when the figures look like SMS
 * pumping (few of many OTPs are used) or guessing (most are wrong). [C-11, C-12]
 */
export async function countOtp(
  { db, log, network, onOtp }: Pick<Context, 'db' | 'log' | 'network' | 'onOtp'>,
  kind: (typeof kinds)[number],
): Promise<void> {
  onOtp?.(kind);
  if (kind !== 'wrong') await countNetworkOtp(db, network(), kind);
  const { count } = await db
    .insertInto('rateCounter')
    .values({ key: `otp:stat:${kind}`, count: 1, expiresAt: sql<Date>`now() + interval '1 hour'` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_counter.expires_at <= now() then 1 else rate_counter.count + 1 end`,
        expiresAt: sql<Date>`case when rate_counter.expires_at <= now() then excluded.expires_at else rate_counter.expires_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  // All three counters are read only every 25th time, which keeps the check cheap.
  if (count % 25 !== 0) return;
  const rows = await db
    .selectFrom('rateCounter')
    .select(['key', 'count'])
    .where(
      'key',
      'in',
      kinds.map((name) => `otp:stat:${name}`),
    )
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
  const countOf = (name: string) => rows.find((row) => row.key === `otp:stat:${name}`)?.count ?? 0;
  const alarm = detectOtpAbuse({
    sent: countOf('sent'),
    verified: countOf('verified'),
    wrong: countOf('wrong'),
  });
  if (alarm) log.error({ event: 'otp.alarm', alarm }, 'one-time codes look abused');
}

/** Returns the kind of abuse that one hour's counts point to, or null. [C-11] */
export function detectOtpAbuse({
  sent,
  verified,
  wrong,
}: Record<(typeof kinds)[number], number>): 'PUMPING' | 'GUESSING' | null {
  if (sent >= 50 && verified / sent < 0.3) return 'PUMPING';
  if (verified + wrong >= 100 && wrong / (verified + wrong) > 0.6) return 'GUESSING';
  return null;
}
