import { consume, type RateLimit, type RateLimitExceeded } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Counts against one limit. Throws RATE_LIMITED, which inside a transaction also rolls back what was counted. */
export async function consumeOrThrow(db: Db, limit: RateLimit): Promise<void> {
  const exceeded = await consume(db, [limit]);
  if (exceeded) throw toRateLimitError(exceeded);
}

export const toRateLimitError = ({ retryAfter }: RateLimitExceeded) =>
  new HttpError('RATE_LIMITED', { retryAfter });
