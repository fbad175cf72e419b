import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { failureOf } from '#lib/stores/core/failure.ts';

/** What the person sees of the saving, always. Whether the device keeps what is not saved: `$isKept` of the editor. */
export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  /** The way on is to log in again. */
  | { kind: 'signed-out'; message: string }
  /** Tried again by itself, unless `isFinal`. */
  | { kind: 'failed'; message: string; isFinal: boolean };

export interface Saver {
  $state: ReadableAtom<SaveState>;
  /** Something changed: saved when the person pauses, at the latest after a few seconds. */
  changed(): void;
  /** Saves now; resolves when there is nothing left to save, or it cannot be. */
  saveNow(): Promise<void>;
  /** Listens to what ends an interruption; returns what ends that. */
  follow(): () => void;
}

const pauseMilliseconds = 900;
const patienceMilliseconds = 5000;
const retrySeconds = [3, 6, 12, 30, 60];

/**
 * Saves by itself, one request at a time. `step` does one, tells whether it did, and throws what a call throws; it
 * looks at the state anew each time, so nothing has to be queued.
 */
export function createSaver({ step, hasWork }: { step: () => Promise<void>; hasWork: () => boolean }): Saver {
  const $state = atom<SaveState>({ kind: 'saved' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let failures = 0;
  let running: Promise<void> | null = null;

  function changed(): void {
    if (!hasWork()) {
      settle();
      return;
    }
    const state = $state.get();
    // Another try is due anyway, or no use before the person has logged in.
    if (state.kind === 'signed-out' || state.kind === 'offline') return;
    if (state.kind === 'failed' && !state.isFinal) return;
    if (state.kind !== 'saving') $state.set({ kind: 'unsaved' });
    waitingSince ??= Date.now();
    const patience = Math.max(0, waitingSince + patienceMilliseconds - Date.now());
    later(Math.min(pauseMilliseconds, patience));
  }

  function later(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), milliseconds);
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = null;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function run(): Promise<void> {
    try {
      // Whoever is typing again gets the pause again.
      while (hasWork() && timer === undefined) {
        $state.set({ kind: 'saving' });
        await step();
        failures = 0;
      }
      if (timer === undefined) settle();
      else $state.set({ kind: 'unsaved' });
    } catch (error) {
      clearTimeout(timer);
      fail(error);
    }
  }

  function settle(): void {
    if (running && hasWork()) return;
    $state.set({ kind: isOffline() ? 'offline' : 'saved' });
  }

  function fail(error: unknown): void {
    if (isOffline()) {
      $state.set({ kind: 'offline' });
      return;
    }
    const { message, needsLogin } = failureOf(error, { isTyped: false });
    if (needsLogin) {
      $state.set({ kind: 'signed-out', message });
      return;
    }
    const isFinal = error instanceof ApiError && error.status < 500 && error.retryAfter === null;
    const text = error instanceof NetworkError ? 'We cannot reach the server.' : message;
    $state.set({ kind: 'failed', message: text, isFinal });
    if (!isFinal) later(1000 * waitSeconds(error));
  }

  function waitSeconds(error: unknown): number {
    const own = retrySeconds[Math.min(failures, retrySeconds.length - 1)] ?? 60;
    failures += 1;
    return Math.max(own, (error instanceof ApiError && error.retryAfter) || 0);
  }

  function follow(): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('online', () => void saveNow(), { signal });
    addEventListener('offline', () => $state.set({ kind: 'offline' }), { signal });
    addEventListener('pagehide', flush, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
    if (hasWork()) void saveNow();
    else settle();
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }

  function flush(): void {
    if (timer !== undefined && $state.get().kind !== 'failed') void saveNow();
  }

  return { $state, changed, saveNow, follow };
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;
