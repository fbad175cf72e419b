import { sql } from 'kysely';
import { type Db, executePrepared } from '#lib/server/db/index.ts';

/** At most `max` requests per window under one key; a window begins with its first request. */
export interface RateLimit {
  key: string;
  max: number;
  windowSeconds: number;
  /** Seconds for which the key stays full after it has reached `max`; by default the rest of the window. */
  lockSeconds?: number;
}

/** The limit that was exceeded, and the seconds until it accepts requests again. */
export interface RateLimitExceeded {
  key: string;
  retryAfter: number;
}

/**
 * Counts one request under every limit in one atomic statement, so parallel callers cannot exceed it together
 * (C-38). If one limit is full, the others have still counted, so a caller inside a transaction should roll
 * back.
 */
export async function consume(db: Db, limits: readonly RateLimit[]): Promise<RateLimitExceeded | null> {
  const rows = sql.join(
    limits.map(
      ({ key, max, windowSeconds, lockSeconds = 0 }) =>
        sql`(${key}::text, ${max}::int, ${windowSeconds}::float8, ${lockSeconds}::float8)`,
    ),
  );
  const statement = sql<{ key: string }>`
    with wanted (key, max, period, lock) as (values ${rows})
    insert into rate_counter as c (key, count, expires_at)
    select key, 1, now() + make_interval(secs => period) from wanted
    on conflict (key) do update set
      count = case when c.expires_at <= now() then 1 else c.count + 1 end,
      expires_at = case
        when c.expires_at <= now() then excluded.expires_at
        when c.count + 1 >= (select max from wanted w where w.key = c.key) and (select lock from wanted w where w.key = c.key) > 0
          then now() + make_interval(secs => (select lock from wanted w where w.key = c.key))
        else c.expires_at end
      where c.expires_at <= now() or c.count < (select max from wanted w where w.key = c.key)
    returning key`;
  const counted = await executePrepared(db, statement.compile(db));

  const passed = new Set(counted.rows.map((row) => row.key));
  const rejected = limits.filter((limit) => !passed.has(limit.key));
  if (!rejected.length) return null;
  return (await peek(db, rejected)) ?? { key: (rejected[0] as RateLimit).key, retryAfter: 1 };
}

/** Checks without counting. Returns the full limit with the longest wait, or null if none is full. */
export async function peek(db: Db, limits: readonly RateLimit[]): Promise<RateLimitExceeded | null> {
  const rows = await db
    .selectFrom('rateCounter')
    .select([
      'key',
      'count',
      sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as('secondsLeft'),
    ])
    .where(
      'key',
      'in',
      limits.map((limit) => limit.key),
    )
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('expiresAt', 'desc')
    .execute();
  const full = rows.find((row) => limits.some((limit) => limit.key === row.key && row.count >= limit.max));
  return full ? { key: full.key, retryAfter: Math.max(1, full.secondsLeft) } : null;
}

/** Forgets keys: a success resets what failures counted. */
export async function reset(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rateCounter').where('key', 'in', keys).execute();
}
