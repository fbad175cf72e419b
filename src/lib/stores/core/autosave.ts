import { atom } from 'nanostores';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from './failure.ts';

export type AutosaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  /** Saving continues after the person has logged in again, or with the next edit where nobody reports the login. */
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
  resolveError?: (error: unknown, change: Change) => boolean | Promise<boolean>;
  /** Stores unsaved data on the device, and removes it after it is saved. */
  persist?: () => void;
}

/**
 * Listens for the login of the person whose form this is, and calls back after each. Returns a function that stops
 * listening.
 */
export type LoginListener = (onLogin: () => void) => () => void;

const debounceMilliseconds = 800;
/** Typing without a pause is saved after this long. */
const maxWaitMilliseconds = 5000;
/** Serializing a large document at every key would slow typing down. */
const persistMilliseconds = 250;
const retrySeconds = [3, 6, 12, 30, 60];

/**
 * The engine of every form without a save button. It sends one request at a time, retries with back-off,
 * waits while offline or signed out, and saves before the page is left. It requests the next change before
 * each request, so there is no queue in which an edit could be lost or sent twice. [API-44]
 */
export class Autosave<Change> {
  readonly $state = atom<AutosaveState>({ kind: 'saved' });
  /** The last failure, until a request succeeds. */
  readonly $failure = atom<Failure | null>(null);

  readonly #options: AutosaveOptions<Change>;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #persistTimer: ReturnType<typeof setTimeout> | undefined;
  #firstUnsavedAt: number | null = null;
  #isEditedSinceSend = false;
  /** Whether saving continues after a login without another edit. */
  #followsLogin = false;
  #failureCount = 0;
  #running: Promise<void> | null = null;

  constructor(options: AutosaveOptions<Change>) {
    this.#options = options;
  }

  /** Schedules a save after a pause in typing, or at once, and stores the change on the device. */
  scheduleSave(isImmediate = false): void {
    this.schedulePersist();
    if (this.#options.nextChange() === null) {
      if (!this.#running) this.#showSaved();
      return;
    }
    this.#isEditedSinceSend = true;
    if (this.#isWaiting()) return;
    if (this.$state.get().kind !== 'saving') this.$state.set({ kind: 'unsaved' });
    this.#saveAfterPause(isImmediate ? 0 : debounceMilliseconds);
  }

  /** Stores unsaved input on the device soon, without saving it on the server. */
  schedulePersist(): void {
    if (this.#options.persist)
      this.#persistTimer ??= setTimeout(() => this.#persistNow(), persistMilliseconds);
  }

  /** Saves now. Resolves when there is nothing left to save or saving has failed. */
  saveNow(): Promise<void> {
    this.#cancelSaveTimer();
    this.#firstUnsavedAt = null;
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Follows the network and the page, and with `listenForLogin` the session. A form whose login leads to a new page
   * restores its draft there instead. Returns a function that stops.
   */
  start(listenForLogin?: LoginListener): () => void {
    const listeners = new AbortController();
    const { signal } = listeners;
    const flush = () => this.#flushBeforeUnload();
    addEventListener('online', () => void this.saveNow(), { signal });
    addEventListener('offline', () => this.$state.set({ kind: 'offline' }), { signal });
    addEventListener('pagehide', flush, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
    this.#followsLogin = listenForLogin !== undefined;
    const unlisten = listenForLogin?.(() => void this.saveNow());
    this.#persistNow();
    if (this.#options.nextChange() === null) this.#showSaved();
    else void this.saveNow();
    return () => {
      if (this.#persistTimer !== undefined) this.#persistNow();
      this.#cancelSaveTimer();
      unlisten?.();
      listeners.abort();
    };
  }

  /**
   * Whether an event other than an edit starts the next request: the network, a login or the retry's timer.
   */
  #isWaiting(): boolean {
    const state = this.$state.get();
    if (state.kind === 'signed-out') return this.#followsLogin;
    return state.kind === 'offline' || (state.kind === 'failed' && !state.isFinal);
  }

  #saveAfterPause(milliseconds: number): void {
    this.#firstUnsavedAt ??= Date.now();
    const maxWait = Math.max(0, this.#firstUnsavedAt + maxWaitMilliseconds - Date.now());
    this.#saveAfter(Math.min(milliseconds, maxWait));
  }

  #saveAfter(milliseconds: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.saveNow(), milliseconds);
  }

  #cancelSaveTimer(): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
  }

  async #saveAll(): Promise<void> {
    const { nextChange } = this.#options;
    try {
      let change = nextChange();
      // A timer means that the person is typing again: they get the full pause again.
      while (change !== null && this.#saveTimer === undefined) {
        this.$state.set({ kind: 'saving' });
        this.#isEditedSinceSend = false;
        await this.#sendOrResolve(change);
        this.#failureCount = 0;
        // The failure stays visible until here, because pressing its button also leaves a field and saves.
        this.$failure.set(null);
        change = nextChange();
      }
      if (this.#saveTimer === undefined) this.#showSaved();
      else this.$state.set({ kind: 'unsaved' });
      this.#persistNow();
    } catch (error) {
      this.#handleFailure(error);
    }
  }

  async #sendOrResolve(change: Change): Promise<void> {
    const { send, resolveError } = this.#options;
    try {
      await send(change);
    } catch (error) {
      if (!(await resolveError?.(error, change))) throw error;
    }
  }

  #showSaved(): void {
    this.$state.set({ kind: isOffline() ? 'offline' : 'saved' });
  }

  #handleFailure(error: unknown): void {
    const failure = failureOf(error, { isTyped: true });
    this.$failure.set(failure);
    this.$state.set(failedStateOf(error, failure));
    // After a logout the device holds no draft any more. What was typed before the session ended is stored already, or
    // will be by its timer.
    if (!failure.needsLogin) this.#persistNow();
    this.#cancelSaveTimer();
    const { kind } = this.$state.get();
    if (kind === 'failed' && this.#isWaiting()) this.#saveAfter(1000 * this.#nextRetrySeconds(error));
    // No other event would save the text that was typed during the failed request.
    else if (this.#isEditedSinceSend && !this.#isWaiting()) this.#saveAfterPause(debounceMilliseconds);
  }

  #nextRetrySeconds(error: unknown): number {
    const own = retrySeconds[Math.min(this.#failureCount, retrySeconds.length - 1)] ?? 60;
    this.#failureCount += 1;
    return Math.max(own, (error instanceof ApiError && error.retryAfter) || 0);
  }

  #persistNow(): void {
    clearTimeout(this.#persistTimer);
    this.#persistTimer = undefined;
    this.#options.persist?.();
  }

  #flushBeforeUnload(): void {
    if (this.#persistTimer !== undefined) this.#persistNow();
    if (this.#saveTimer !== undefined && !this.#isWaiting()) void this.saveNow();
  }
}

function failedStateOf(error: unknown, { needsLogin, message }: Failure): AutosaveState {
  if (isOffline()) return { kind: 'offline' };
  if (needsLogin) return { kind: 'signed-out' };
  const isFinal = error instanceof ApiError && error.status < 500 && error.retryAfter === null;
  return {
    kind: 'failed',
    message: error instanceof NetworkError ? 'We cannot reach the server.' : message,
    isFinal,
  };
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;
