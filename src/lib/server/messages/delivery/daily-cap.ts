import { consume, release } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { DeliveryPausedError } from '../message.ts';
import type { Deliver } from './breaker.ts';
import { isNotTaken } from './fallback.ts';

const daySeconds = 86_400;

/**
 * Wraps a delivery that costs money for each message: at most `max` in 24 hours, all processes together, counted by one conditional
 * statement. What a provider has certainly not taken costs nothing and is counted back, or the retries of a day without a provider would
 * use up the cap. A message over the cap waits in the outbox, and a code that somebody asks for is refused at once. `onReached` is called
 * once for each time that the cap is reached. [C-11]
 */
export function withDailyCap(deliver: Deliver, db: Db, max: number, onReached: () => void): Deliver {
  let reportedUntil = 0;
  const limit = { key: 'messages:phone:day', max, windowSeconds: daySeconds };
  const deliverCounted: Deliver = async (message, id) => {
    try {
      return await deliver(message, id);
    } catch (error) {
      // A failure of the database here must not hide that of the provider.
      if (isNotTaken(error)) await release(db, [limit]).catch(() => {});
      throw error;
    }
  };
  return async (message, id) => {
    const exceeded = await consume(db, [limit]);
    if (!exceeded) return deliverCounted(message, id);
    if (performance.now() >= reportedUntil) onReached();
    reportedUntil = performance.now() + exceeded.retryAfter * 1000;
    throw new DeliveryPausedError('the cap of the day is reached');
  };
}
