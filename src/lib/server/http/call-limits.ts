import type { Limit } from '#lib/contract/core/define.ts';
import { hit, type RateLimit, type Refusal } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from './http-error.ts';

/** @throws HttpError RATE_LIMITED where a network has used up a call's limit (C-12) */
export async function spendCallLimits(db: Db, limits: readonly Limit[], network: string): Promise<void> {
  // One after the other, the narrow one first: a call it refuses spends nothing of the budgets that are shared.
  for (const { bucket, max, windowSeconds } of limits)
    await spend(db, { key: `ip:${bucket}:${network}`, max, windowSeconds });
}

/** Inside a transaction a refusal takes back what the transaction spent. @throws HttpError RATE_LIMITED */
export async function spend(db: Db, limit: RateLimit): Promise<void> {
  const refusal = await hit(db, [limit]);
  if (refusal) throw limited(refusal);
}

const limited = ({ retryAfter }: Refusal) =>
  new HttpError('RATE_LIMITED', { message: `Too many requests. Try again in ${retryAfter} s.`, retryAfter });
