import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { DeliveryError, DeliveryPausedError, type Message } from './message.ts';

/** Delivers one message; `id` stays the same when the same message is tried again. */
export type Deliver = (message: Message, id: string) => Promise<void>;

const failuresInARow = 5;
const pauseMs = 30_000;

/**
 * After 5 failures in a row leaves the provider alone for 30 seconds, then lets one message try (C-41).
 * A message refused for what it says is no failure of the provider.
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
    // While the one is out, others would wait for its outcome: they are told at once instead.
    if (breaker.state === CircuitState.HalfOpen) throw new DeliveryPausedError('the provider is being tried');
    try {
      await breaker.execute(() => deliver(message, id));
    } catch (error) {
      throw error instanceof BrokenCircuitError
        ? new DeliveryPausedError('the provider failed too often')
        : error;
    }
  };
}
