import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { DeliveryPausedError } from '../message.ts';
import type { Deliver } from './breaker.ts';

const daySeconds = 86_400;

/**
 * Wraps a delivery that costs money for each message: at most `max` in 24 hours, all processes together, counted by one conditional
 * statement. What is over the cap waits in the outbox, and a code that somebody asks for is refused at once. `onReached` is called
 * once for each time that the cap is reached. [C-11]
 */
export function withDailyCap(deliver: Deliver, db: Db, max: number, onReached: () => void): Deliver {
  let reportedUntil = 0;
  return async (message, id) => {
    const exceeded = await consume(db, [{ key: 'messages:phone:day', max, windowSeconds: daySeconds }]);
    if (!exceeded) return deliver(message, id);
    if (performance.now() >= reportedUntil) onReached();
    reportedUntil = performance.now() + exceeded.retryAfter * 1000;
    throw new DeliveryPausedError('the cap of the day is reached');
  };
}
