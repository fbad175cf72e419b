import { CircuitPausedError, createCircuitBreaker } from '#lib/server/core/circuit-breaker.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '../message.ts';

/** Delivers one message and returns the provider's id of it, where it has one. A retry of the same message has the same `id`. */
export type Deliver = (message: Message, id: string) => Promise<string | null>;

/** A delivery that keeps connections open, until `close`. */
export type ClosableDeliver = Deliver & { close(): void };

const failuresInARow = 5;
const pauseMs = 30_000;

/**
 * Wraps a delivery with a circuit breaker: after 5 consecutive failures, messages fail at once for 30 seconds, then one
 * tests the provider. A message that is rejected for its content does not count as a failure, and neither does a failure of ours, such as
 * a file that cannot be rendered. [C-41]
 */
export function withBreaker(deliver: Deliver, onPause: (reason: string) => void = () => {}): Deliver {
  const run = createCircuitBreaker({
    failuresInARow,
    pauseMs,
    isFailure: (error) => error instanceof DeliveryError && !error.isFinal,
    onPause: (error) => onPause((error as DeliveryError).message),
  });
  return (message, id) =>
    run(() => deliver(message, id)).catch((error) => {
      throw error instanceof CircuitPausedError ? new DeliveryPausedError(error.message) : error;
    });
}
