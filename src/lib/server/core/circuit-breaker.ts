/** A provider has failed too often and is paused, so it was not called. */
export class CircuitPausedError extends Error {
  override name = 'CircuitPausedError';
}

interface CircuitBreakerOptions {
  failuresInARow: number;
  pauseMs: number;
  /** Whether an error is one of the provider; all are unless given. Any other changes nothing. */
  isFailure?: (error: unknown) => boolean;
  onPause?: (error: unknown) => void;
}

/**
 * Creates a circuit breaker: after so many failures in a row, calls fail at once for the pause, then one call tests the provider, and the
 * others fail until it has ended. The pause is measured by a clock that never jumps: a clock that was ahead makes signatures invalid, and
 * when it is set back, a pause by the time of day would last for as long as the clock was ahead.
 */
export function createCircuitBreaker({
  failuresInARow,
  pauseMs,
  isFailure = () => true,
  onPause = () => {},
}: CircuitBreakerOptions) {
  let failures = 0;
  let pausedUntil: number | null = null;
  let isTesting = false;

  const close = (): void => {
    failures = 0;
    pausedUntil = null;
  };
  const recordFailure = (error: unknown): void => {
    failures += 1;
    if (failures < failuresInARow) return;
    pausedUntil = performance.now() + pauseMs;
    onPause(error);
  };

  return async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (isTesting) throw new CircuitPausedError('the provider is being tried');
    if (pausedUntil !== null && performance.now() < pausedUntil)
      throw new CircuitPausedError('the provider failed too often');
    const isTest = pausedUntil !== null;
    isTesting = isTest;
    // What began before the pause neither ends nor extends it.
    const isCounted = () => isTest || pausedUntil === null;
    try {
      const result = await call();
      if (isCounted()) close();
      return result;
    } catch (error) {
      if (isCounted() && isFailure(error)) recordFailure(error);
      throw error;
    } finally {
      if (isTest) isTesting = false;
    }
  };
}
