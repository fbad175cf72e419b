import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { $user } from '#lib/stores/account/user.ts';
import { type Failure, failureOf } from './failure.ts';

export type AutosaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  /** Saving continues after the person has logged in again. */
  | { kind: 'signed-out' }
  /** Retried automatically, unless `isFinal`. */
  | { kind: 'failed'; message: string; isFinal: boolean };

export interface AutosaveOptions<Change> {
  /** Returns the next change to send, or null when everything that can be saved is saved. */
  nextChange: () => Change | null;
  /** Sends one change. Throws what the call throws. */
  send: (change: Change) => Promise<void>;
  /**
   * Handles an error that sending the same change again would not fix: merges a conflict, marks rejected fields.
   * Returns false for every other error.
   */
  resolve?: (error: unknown, change: Change) => boolean | Promise<boolean>;
  /** Stores what is not saved yet on the device, and removes it once it is saved. */
  persist?: () => void;
}

export interface Autosave {
  $state: ReadableAtom<AutosaveState>;
  /** The last failure, until a request succeeds. */
  $failure: ReadableAtom<Failure | null>;
  /** Schedules a save after a pause in typing, or at once, and stores the change on the device. */
  scheduleSave(isImmediate?: boolean): void;
  /** Stores unsaved input on the device soon, without saving it on the server. */
  schedulePersist(): void;
  /** Saves now. Resolves when there is nothing left to save or saving has failed. */
  saveNow(): Promise<void>;
  /** Follows the network, the page and the owner's session. Returns a function that stops. */
  start(ownerId: string): () => void;
}

const debounceMilliseconds = 800;
/** Typing without a pause is saved after this long. */
const maxWaitMilliseconds = 5000;
/** Serializing a large document at every key would slow typing down. */
const persistMilliseconds = 250;
const retrySeconds = [3, 6, 12, 30, 60];

/**
 * Creates the engine behind every form without a save button. It sends one request at a time, retries with back-off,
 * waits while offline or signed out, and saves before the page is left. It asks for the next change before each
 * request, so there is no queue in which an edit could be lost or sent twice. [API-44]
 */
export function createAutosave<Change>(options: AutosaveOptions<Change>): Autosave {
  const { nextChange, send, resolve, persist } = options;
  const $state = atom<AutosaveState>({ kind: 'saved' });
  const $failure = atom<Failure | null>(null);
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let persistTimer: ReturnType<typeof setTimeout> | undefined;
  let firstUnsavedAt: number | null = null;
  let failureCount = 0;
  let running: Promise<void> | null = null;

  function scheduleSave(isImmediate = false): void {
    schedulePersist();
    if (nextChange() === null) {
      if (!running) showSaved();
      return;
    }
    const state = $state.get();
    const isWaiting = state.kind === 'signed-out' || state.kind === 'offline';
    const isRetryDue = state.kind === 'failed' && !state.isFinal;
    if (isWaiting || isRetryDue) return;
    if (state.kind !== 'saving') $state.set({ kind: 'unsaved' });
    firstUnsavedAt ??= Date.now();
    const maxWait = Math.max(0, firstUnsavedAt + maxWaitMilliseconds - Date.now());
    saveAfter(isImmediate ? 0 : Math.min(debounceMilliseconds, maxWait));
  }

  function saveAfter(milliseconds: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void saveNow(), milliseconds);
  }

  function cancelSaveTimer(): void {
    clearTimeout(saveTimer);
    saveTimer = undefined;
  }

  function saveNow(): Promise<void> {
    cancelSaveTimer();
    firstUnsavedAt = null;
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  }

  async function saveAll(): Promise<void> {
    try {
      let change = nextChange();
      // A timer means that the person is typing again: they get the full pause again.
      while (change !== null && saveTimer === undefined) {
        $state.set({ kind: 'saving' });
        await sendOrResolve(change);
        failureCount = 0;
        // The failure stays visible until here, because pressing its button also leaves a field and saves.
        $failure.set(null);
        change = nextChange();
      }
      if (saveTimer === undefined) showSaved();
      else $state.set({ kind: 'unsaved' });
    } catch (error) {
      cancelSaveTimer();
      showFailure(error);
    }
    persistNow();
  }

  async function sendOrResolve(change: Change): Promise<void> {
    try {
      await send(change);
    } catch (error) {
      if (!(await resolve?.(error, change))) throw error;
    }
  }

  function showSaved(): void {
    $state.set({ kind: isOffline() ? 'offline' : 'saved' });
  }

  function showFailure(error: unknown): void {
    const failure = failureOf(error, { isTyped: true });
    $failure.set(failure);
    if (isOffline()) $state.set({ kind: 'offline' });
    else if (failure.needsLogin) $state.set({ kind: 'signed-out' });
    else {
      const isFinal = error instanceof ApiError && error.status < 500 && error.retryAfter === null;
      const message = error instanceof NetworkError ? 'We cannot reach the server.' : failure.message;
      $state.set({ kind: 'failed', message, isFinal });
      if (!isFinal) saveAfter(1000 * nextRetrySeconds(error));
    }
  }

  function nextRetrySeconds(error: unknown): number {
    const own = retrySeconds[Math.min(failureCount, retrySeconds.length - 1)] ?? 60;
    failureCount += 1;
    return Math.max(own, (error instanceof ApiError && error.retryAfter) || 0);
  }

  function schedulePersist(): void {
    if (persist) persistTimer ??= setTimeout(persistNow, persistMilliseconds);
  }

  function persistNow(): void {
    clearTimeout(persistTimer);
    persistTimer = undefined;
    persist?.();
  }

  function flushBeforeUnload(): void {
    if (persistTimer !== undefined) persistNow();
    if (saveTimer !== undefined && $state.get().kind !== 'failed') void saveNow();
  }

  function start(ownerId: string): () => void {
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('online', () => void saveNow(), { signal });
    addEventListener('offline', () => $state.set({ kind: 'offline' }), { signal });
    addEventListener('pagehide', flushBeforeUnload, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flushBeforeUnload(), { signal });
    const unlisten = $user.listen((user) => {
      if (user?.id === ownerId) void saveNow();
      // The page shows the data of another person.
      else if (user) location.reload();
    });
    persistNow();
    if (nextChange() === null) showSaved();
    else void saveNow();
    return () => {
      if (persistTimer !== undefined) persistNow();
      cancelSaveTimer();
      unlisten();
      listeners.abort();
    };
  }

  return { $state, $failure, scheduleSave, schedulePersist, saveNow, start };
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;
