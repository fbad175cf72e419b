import type { Limit } from '#lib/contract/core/endpoint.ts';
import { enumerationLimits } from '#lib/contract/core/limits.ts';
import { countInSteps, findExceeded, peek, type RateLimit, release } from '#lib/server/core/rate-limit.ts';
import { consumeOrThrow, toRateLimitError } from './consume-or-throw.ts';
import { requireDevice } from './device.ts';
import { sendsUnverifiedOtps } from './network-statistics.ts';
import { findProof, type LimitedRequest, requireNewProof } from './require-proof.ts';

/**
 * What a request counts against its network, in quarters: one with a proof of work or from a device with history counts
 * one, so that a hall of people gets through; every other counts four. [C-12]
 */
const quarters = { trusted: 1, other: 4 };

/**
 * Counts a request against its endpoint's limits, the narrowest first, and returns what to release if the request is
 * rejected later. Throws `RATE_LIMITED`, and `PROOF_REQUIRED` where the network has used up half of a limit. [C-12]
 */
export async function consumeRouteLimits(
  request: LimitedRequest,
  limits: readonly Limit[],
): Promise<readonly RateLimit[]> {
  const { db, cookies, config, accountId, network } = request;
  for (const { per, bucket, max, windowSeconds } of limits)
    if (per === 'account' && accountId)
      await consumeOrThrow(db, { key: `account:${bucket}:${accountId}`, max, windowSeconds });
  const ofAddress = limits
    .filter(({ per }) => per === 'address')
    .map(({ bucket, max, windowSeconds }) => ({ key: `ip:${bucket}:${network()}`, max, windowSeconds }));
  for (const limit of ofAddress) await consumeOrThrow(db, limit);
  if (limits.every(({ per }) => per === 'account' || per === 'address')) return ofAddress;

  const device = requireDevice(cookies, config);
  const own = limits
    .filter(({ per }) => per === 'device')
    .map(({ bucket, max, windowSeconds }) => ({ key: `device:${bucket}:${device.id}`, max, windowSeconds }));
  const shared = limits.filter(({ per }) => per === 'network');
  try {
    return [...ofAddress, ...(await consumeSharedLimits(request, own, shared, device.hasHistory))];
  } catch (error) {
    await release(db, ofAddress);
    throw error;
  }
}

/**
 * Counts a request against the limits of its device and then of its network, in one statement, because everybody who signs in passes
 * here. A count that a crash loses would have ended minutes later anyway.
 */
async function consumeSharedLimits(
  request: LimitedRequest,
  own: readonly RateLimit[],
  shared: readonly Limit[],
  hasHistory: boolean,
): Promise<readonly RateLimit[]> {
  const { db, network } = request;
  const proof = await findProof(request);
  const isTrusted = hasHistory || proof?.kind === 'work';
  const needsNone = isTrusted || proof !== null;
  const toRateLimits = (share: number, amount: number) =>
    shared.map(({ bucket, max, windowSeconds }) => ({
      key: `ip:${bucket}:${network()}`,
      max: max * quarters.other * share,
      windowSeconds,
      amount,
    }));
  const ofNetwork = toRateLimits(needsNone ? 1 : 1 / 2, isTrusted ? quarters.trusted : quarters.other);
  const proofs = proof ? [proof.singleUse] : [];
  const steps = [own, [...proofs, ...ofNetwork]];
  const { counted, isClosed } = await countInSteps(db, steps, {
    mayBeLost: true,
    ...(!needsNone && { closedWhen: sendsUnverifiedOtps(network()) }),
  });
  const isCounted = ({ key }: RateLimit) => counted.has(key);
  if (steps.every((limits) => limits.every(isCounted))) return [...own, ...ofNetwork];

  await release(db, steps.flat().filter(isCounted));
  const ownExceeded = await findExceeded(db, own, counted);
  if (ownExceeded) throw toRateLimitError(ownExceeded);
  if (isClosed) throw await requireNewProof(request);
  const exceeded = await findExceeded(db, [...proofs, ...ofNetwork], counted);
  if (proof && exceeded?.key === proof.singleUse.key) throw await requireNewProof(request);
  const full = needsNone ? exceeded : await peek(db, toRateLimits(1, quarters.trusted));
  throw full ? toRateLimitError(full) : await requireNewProof(request);
}

/** Counts the present request against further limits; they are released with the others when it is rejected. */
export type ConsumeLimits = (limits: readonly Limit[]) => Promise<void>;

/**
 * Counts a request that reveals whether a number or an email has an account, in an endpoint that does so only sometimes.
 * [C-27]
 */
export const consumeEnumeration = (consumeLimits: ConsumeLimits) => consumeLimits(enumerationLimits);
