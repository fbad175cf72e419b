import type { Limit } from '#lib/contract/core/endpoint.ts';
import { consume, type RateLimit, type RateLimitExceeded } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from './http-error.ts';

/** @throws HttpError RATE_LIMITED where a network has used up a call's limit (C-12) */
export async function consumeRouteLimits(db: Db, limits: readonly Limit[], network: string): Promise<void> {
  // One after the other, the narrow one first: a call it refuses spends nothing of the budgets that are shared.
  for (const { bucket, max, windowSeconds } of limits)
    await consumeOrThrow(db, { key: `ip:${bucket}:${network}`, max, windowSeconds });
}

/** Inside a transaction a refusal takes back what the transaction spent. @throws HttpError RATE_LIMITED */
export async function consumeOrThrow(db: Db, limit: RateLimit): Promise<void> {
  const exceeded = await consume(db, [limit]);
  if (exceeded) throw toRateLimitError(exceeded);
}

const toRateLimitError = ({ retryAfter }: RateLimitExceeded) =>
  new HttpError('RATE_LIMITED', { message: `Too many requests. Try again in ${retryAfter} s.`, retryAfter });
