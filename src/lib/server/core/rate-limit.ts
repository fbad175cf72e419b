import { sql } from 'kysely';
import { type Db, executePrepared } from '#lib/server/db/index.ts';

/** At most `max` hits per window under one key; a window begins with its first hit. */
export interface RateLimit {
  key: string;
  max: number;
  windowSeconds: number;
  /** From the hit that reaches `max`, how long the key stays full; the rest of the window unless given. */
  lockSeconds?: number;
}

/** Which limit refused, and for how many seconds it will go on to. */
export interface RateLimitExceeded {
  key: string;
  retryAfter: number;
}

/**
 * Counts one hit under every limit in one atomic statement, so parallel callers cannot pass together (C-38).
 * Where one is full the others have still counted: inside a transaction, roll back on a refusal.
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

/** Asks without counting: the limit that refuses longest, or null when none is full. */
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
