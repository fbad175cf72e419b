import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { DeliveryError, DeliveryPausedError, type Message } from '../message.ts';

/** Delivers one message and returns the provider's id of it, where it has one. A retry of the same message has the same `id`. */
export type Deliver = (message: Message, id: string) => Promise<string | null>;

/** A delivery that keeps connections open, until `close`. */
export type ClosableDeliver = Deliver & { close(): void };

const failuresInARow = 5;
const pauseMs = 30_000;

/**
 * Wraps a delivery with a circuit breaker: after 5 consecutive failures, messages fail at once for 30 seconds, then one
 * tests the provider. A message that is rejected for its content does not count as a failure. [C-41]
 */
export function withBreaker(deliver: Deliver, onPause: (reason: string) => void = () => {}): Deliver {
  const isFailure = (error: unknown) => !(error instanceof DeliveryError && error.isFinal);
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresInARow),
  });
  breaker.onBreak((reason) =>
    onPause('error' in reason && reason.error instanceof Error ? reason.error.message : 'held'),
  );

  return async (message, id) => {
    // One message is testing the provider. The others fail at once instead of waiting for its outcome.
    if (breaker.state === CircuitState.HalfOpen) throw new DeliveryPausedError('the provider is being tried');
    try {
      return await breaker.execute(() => deliver(message, id));
    } catch (error) {
      throw error instanceof BrokenCircuitError
        ? new DeliveryPausedError('the provider failed too often')
        : error;
    }
  };
}
