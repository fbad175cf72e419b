import { atom } from 'nanostores';

/**
 * Counts down what the server says is left. It uses the time since the page was opened, because a person can change the
 * device's clock; the server decides in any case. Calls `onEnd` once the time is over.
 */
export function createTestClock(onEnd: () => void) {
  const $secondsLeft = atom(0);
  let endsAt = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    $secondsLeft.set(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    if ($secondsLeft.get() > 0) return;
    stop();
    onEnd();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    $secondsLeft,
    stop,
    /** Takes over the seconds that the server has sent. */
    set(seconds: number): void {
      endsAt = performance.now() + seconds * 1000;
      timer ??= setInterval(tick, 1000);
      tick();
    },
  };
}

const minutes = [10, 5, 1] as const;

/** Returns what is announced when this many seconds are left; null at all other seconds. */
export function announcementAt(secondsLeft: number): string | null {
  const minute = minutes.find((one) => secondsLeft <= one * 60 && secondsLeft > one * 60 - 5);
  return minute ? `${minute} ${minute === 1 ? 'minute' : 'minutes'} left` : null;
}

/** Formats a time that is left: `59:07`. */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
