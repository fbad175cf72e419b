import type { Limit } from '#lib/contract/core/endpoint.ts';
import { consume, type RateLimit, type RateLimitExceeded } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from './http-error.ts';

/** Counts a request against its endpoint's limits. Throws RATE_LIMITED where a network has reached one. [C-12] */
export async function consumeRouteLimits(db: Db, limits: readonly Limit[], network: string): Promise<void> {
  // The narrowest limit comes first, so that a request that it rejects does not count against the shared ones.
  for (const { bucket, max, windowSeconds } of limits)
    await consumeOrThrow(db, { key: `ip:${bucket}:${network}`, max, windowSeconds });
}

/** Counts against one limit. Throws RATE_LIMITED, which inside a transaction also rolls back what was counted. */
export async function consumeOrThrow(db: Db, limit: RateLimit): Promise<void> {
  const exceeded = await consume(db, [limit]);
  if (exceeded) throw toRateLimitError(exceeded);
}

const toRateLimitError = ({ retryAfter }: RateLimitExceeded) =>
  new HttpError('RATE_LIMITED', { message: `Too many requests. Try again in ${retryAfter} s.`, retryAfter });
