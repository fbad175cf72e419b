/** What came of an attempt to save: `STALE` when the draft was changed in another window. */
export type SaveOutcome = 'SAVED' | 'STALE' | 'FAILED';
export type SaveState = 'CHANGED' | 'SAVING' | SaveOutcome;

interface AutosaveOptions {
  /** Sends the draft as it is now. */
  save(): Promise<SaveOutcome>;
  show(state: SaveState): void;
}

/** Milliseconds after the last key until the draft is saved. */
const delayMs = 2000;
/** Milliseconds after a failure until the next attempt. */
const retryMs = 10_000;

/**
 * Saves a draft shortly after its last change, one request at a time. A failed one is tried again until it succeeds; a stale
 * one is not, because it would overwrite another window's text.
 */
export class Autosave {
  readonly #options: AutosaveOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> | null = null;
  #isChanged = false;
  #isStale = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  /** Notes a change. */
  change(): void {
    if (this.#isStale) return;
    this.#isChanged = true;
    this.#options.show('CHANGED');
    this.#wait(delayMs);
  }

  /** Saves what is not saved yet, without waiting for the next key. Resolves when no request is running. */
  async flush(): Promise<void> {
    this.#stop();
    await this.#running;
    if (this.#isChanged && !this.#isStale) await this.#run();
  }

  /** Waits for a running request and saves nothing any more, because the form itself is sent now. */
  async end(): Promise<void> {
    this.#stop();
    this.#isChanged = false;
    await this.#running;
    this.#stop();
  }

  #wait(milliseconds: number): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): Promise<void> {
    this.#isChanged = false;
    this.#options.show('SAVING');
    this.#running = this.#options
      .save()
      .catch((): SaveOutcome => 'FAILED')
      .then((outcome) => {
        this.#running = null;
        this.#isStale = outcome === 'STALE';
        if (outcome === 'FAILED') {
          this.#isChanged = true;
          this.#wait(retryMs);
        }
        // A later change has its own attempt, and says so.
        this.#options.show(this.#isChanged && outcome === 'SAVED' ? 'CHANGED' : outcome);
      });
    return this.#running;
  }
}
