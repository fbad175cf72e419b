import { type RawBuilder, sql } from 'kysely';
import { type Db, executePrepared } from '#lib/server/db/index.ts';

/** At most `max` requests per window under one key; a window begins with its first request. */
export interface RateLimit {
  key: string;
  max: number;
  windowSeconds: number;
  /** How much one request counts; 1 by default, and never more than `max`. */
  amount?: number;
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
  const { counted } = await countInSteps(db, [limits]);
  return findExceeded(db, limits, counted);
}

interface StepsOptions {
  /** A condition under which no step but the first counts. */
  closedWhen?: RawBuilder<boolean>;
  /**
   * Whether the count may be lost when the database ends abruptly within a second, for which nobody waits for the disk. Never within a
   * transaction: it would apply to all that the transaction writes.
   */
  mayBeLost?: boolean;
}

/**
 * Counts one request under the limits of several steps in one atomic statement. A step counts only where every limit of the steps
 * before has counted. Returns the keys that have, and whether the condition has closed the later steps.
 */
export async function countInSteps(
  db: Db,
  steps: readonly (readonly RateLimit[])[],
  { closedWhen = sql`false`, mayBeLost = false }: StepsOptions = {},
): Promise<{ counted: ReadonlySet<string>; isClosed: boolean }> {
  const values = sql.join(
    steps.flatMap((limits, step) =>
      limits.map(
        ({ key, max, windowSeconds, amount = 1, lockSeconds = 0 }) =>
          sql`(${step}::int, ${key}::text, ${max}::int, ${windowSeconds}::float8, ${amount}::int, ${lockSeconds}::float8)`,
      ),
    ),
  );
  const statement = sql<{ key: string | null; isClosed: boolean }>`
    with wanted (step, key, max, period, amount, lock) as (values ${values}),
    gate as materialized (select ${closedWhen} as is_closed ${mayBeLost ? sql`, set_config('synchronous_commit', 'off', true)` : sql``}),
    ${sql.join(steps.map((_, step) => sql`${nameOf(step)} as (${insertStep(step)})`))}
    select counted.key, gate.is_closed from gate
      left join (${sql.join(
        steps.map((_, step) => sql`select key from ${nameOf(step)}`),
        sql` union all `,
      )}) counted on true`;
  const { rows } = await executePrepared(db, statement.compile(db));
  return {
    counted: new Set(rows.flatMap(({ key }) => key ?? [])),
    isClosed: rows[0]?.isClosed ?? false,
  };
}

const nameOf = (step: number) => sql.raw(`step_${step}`);

/** Returns the statement that counts the limits of a step. */
function insertStep(step: number) {
  const isOpen = step
    ? sql`not is_closed and (select count(*) from ${nameOf(step - 1)}) = (select count(*) from wanted where step = ${sql.lit(step - 1)})`
    : sql`true`;
  return sql`
    insert into rate_counter as c (key, count, expires_at)
    select key, amount, now() + make_interval(secs => period) from wanted, gate
      where step = ${sql.lit(step)} and ${isOpen}
    on conflict (key) do update set
      count = case when c.expires_at <= now() then excluded.count else c.count + excluded.count end,
      expires_at = case
        when c.expires_at <= now() then excluded.expires_at
        when c.count + excluded.count >= (select max from wanted w where w.key = c.key)
          and (select lock from wanted w where w.key = c.key) > 0
          then now() + make_interval(secs => (select lock from wanted w where w.key = c.key))
        else c.expires_at end
      where c.expires_at <= now() or c.count + excluded.count <= (select max from wanted w where w.key = c.key)
    returning c.key`;
}

/** Returns the limit with the longest wait of those that have not counted, or null. */
export async function findExceeded(
  db: Db,
  limits: readonly RateLimit[],
  counted: ReadonlySet<string>,
): Promise<RateLimitExceeded | null> {
  const rejected = limits.filter((limit) => !counted.has(limit.key));
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
  const full = rows.find((row) =>
    limits.some(({ key, max, amount = 1 }) => key === row.key && row.count + amount > max),
  );
  return full ? { key: full.key, retryAfter: Math.max(1, full.secondsLeft) } : null;
}

/**
 * Takes back what `consume` has counted for a request that was rejected later. It locks the rows in the same order as
 * `consume`, so that the two cannot deadlock.
 */
export async function release(db: Db, limits: readonly RateLimit[]): Promise<void> {
  if (!limits.length) return;
  const rows = sql.join(limits.map(({ key, amount = 1 }) => sql`(${key}::text, ${amount}::int)`));
  const statement = sql`
    with counted (key, amount) as (values ${rows})
    insert into rate_counter as c (key, count, expires_at) select key, 0, now() from counted
    on conflict (key) do update
      set count = greatest(0, c.count - (select amount from counted where counted.key = c.key))
      where c.expires_at > now()`;
  await executePrepared(db, statement.compile(db));
}

/** Forgets keys: a success resets what failures counted. */
export async function reset(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rateCounter').where('key', 'in', keys).execute();
}
