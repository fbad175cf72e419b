import { atom, type ReadableAtom } from 'nanostores';
import { secondsUntil } from '#lib/domain/core/time-text.ts';

export interface Countdown {
  /** Whole seconds left, 0 when it is over. */
  $seconds: ReadableAtom<number>;
  /** Counts down to an instant, in milliseconds since 1970. */
  runUntil(instant: number): void;
  stop(): void;
}

/** Creates a countdown. Each tick reads the clock, so a tab that was asleep shows the right number at once. [AUTH-13] */
export function createCountdown(): Countdown {
  const $seconds = atom(0);
  let end = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    $seconds.set(secondsUntil(end, Date.now()));
    if ($seconds.get() === 0) stop();
  }

  function stop(): void {
    clearInterval(ticking);
    globalThis.document?.removeEventListener('visibilitychange', tick);
  }

  function runUntil(instant: number): void {
    stop();
    end = instant;
    tick();
    if ($seconds.get() === 0) return;
    ticking = setInterval(tick, 1000);
    globalThis.document?.addEventListener('visibilitychange', tick);
  }

  return { $seconds, runUntil, stop };
}
