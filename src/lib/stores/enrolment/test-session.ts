import { atom } from 'nanostores';
import {
  readTestDraft,
  readTestSession,
  storeTestDraft,
  storeTestSession,
} from '#lib/browser/test-draft-storage.ts';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { $user } from '../account/user.ts';
import { Autosave } from '../core/autosave.ts';
import { type Failure, failureOf } from '../core/failure.ts';
import {
  emptyAnswer,
  listUnsaved,
  mergeAnswers,
  parseDraft,
  type TestAnswer,
  type TestAnswers,
} from './test-answers.ts';
import { createTestClock } from './test-clock.ts';

const base = '/api/v1/ep-scholarship-test/registrations/{registrationId}' as const;
export type OpenedTest = ApiResponse<`POST ${typeof base}/open-test/`>;
export type TestQuestion = OpenedTest['questions'][number];

/** `elsewhere`: another tab or device has the test. `closed`: it cannot be opened, and the failure says why. */
export type TestPhase = 'loading' | 'open' | 'elsewhere' | 'ended' | 'submitted' | 'closed';

/** Asks the server for the time and whether this tab still has the test, this often. */
const heartbeatMilliseconds = 20_000;

/** The test in this tab: its questions, the answers and how far they are saved, and the time that is left. [API-21] */
export class TestSession {
  readonly $phase = atom<TestPhase>('loading');
  readonly $test = atom<OpenedTest | null>(null);
  readonly $answers = atom<TestAnswers>({});
  readonly $unsavedCount = atom(0);
  readonly $failure = atom<Failure | null>(null);
  readonly $isSubmitting = atom(false);
  readonly clock = createTestClock(() => this.#end());
  readonly autosave: Autosave<TestAnswer[]>;

  readonly #registrationId: string;
  /** The revisions that the server has. */
  readonly #saved: Record<number, number> = {};
  #sessionKey: string | null;
  /** Whether the person pressed submit and has to log in before it can be done. */
  #submitsAfterLogin = false;

  constructor(registrationId: string) {
    this.#registrationId = registrationId;
    this.#sessionKey = readTestSession(registrationId);
    this.autosave = new Autosave({
      nextChange: () => {
        const unsaved = this.#listUnsaved();
        return this.$phase.get() === 'open' && unsaved.length > 0 ? unsaved : null;
      },
      send: (answers) => this.#send(answers),
      resolveError: (error) => this.#leave(error),
      persist: () => {
        const unsaved = this.#listUnsaved();
        storeTestDraft(registrationId, unsaved.length > 0 ? unsaved : null);
      },
    });
  }

  /** Starts the test or continues it here; with `moveHere` also if it is open somewhere else. */
  async open(moveHere = false): Promise<void> {
    this.$failure.set(null);
    this.$phase.set('loading');
    try {
      const body = { sessionKey: this.#sessionKey, moveHere };
      const test = await api(`POST ${base}/open-test/`, { params: this.#params, body });
      this.#sessionKey = test.sessionKey;
      storeTestSession(this.#registrationId, test.sessionKey);
      for (const { position, revision } of test.answers) this.#saved[position] = revision;
      const draft = parseDraft(readTestDraft(this.#registrationId));
      this.$answers.set(mergeAnswers(test.answers, draft, Object.values(this.$answers.get())));
      this.$test.set(test);
      this.$phase.set('open');
      this.clock.set(test.secondsLeft);
      this.#countUnsaved();
      void this.autosave.saveNow();
    } catch (error) {
      if (this.#leave(error)) return;
      this.$failure.set(failureOf(error, { isTyped: false }));
      this.$phase.set('closed');
    }
  }

  /** Changes an answer, and saves it: a choice at once, text after a pause. */
  change(position: number, part: Partial<Omit<TestAnswer, 'position' | 'revision'>>): void {
    const before = this.$answers.get()[position] ?? emptyAnswer(position);
    const answer = { ...before, ...part, revision: before.revision + 1 };
    this.$answers.set({ ...this.$answers.get(), [position]: answer });
    this.#countUnsaved();
    this.autosave.scheduleSave(part.text === undefined);
  }

  /** Saves what is left, and ends the test. */
  async submit(): Promise<void> {
    if (this.$isSubmitting.get()) return;
    this.$isSubmitting.set(true);
    this.#submitsAfterLogin = false;
    this.$failure.set(null);
    try {
      await this.autosave.saveNow();
      // The test must not end without an answer that was given.
      const unsaved = this.#listUnsaved();
      if (unsaved.length > 0) await this.#send(unsaved);
      const body = { sessionKey: this.#sessionKey ?? '' };
      await api(`POST ${base}/submit-test/`, { params: this.#params, body });
      this.#end('submitted');
    } catch (error) {
      if (this.#leave(error)) return;
      const failure = failureOf(error, { isTyped: false });
      this.#submitsAfterLogin = failure.needsLogin;
      this.$failure.set(failure);
    } finally {
      this.$isSubmitting.set(false);
    }
  }

  /** Follows the network, the clock and a login. Returns a function that stops. */
  start(): () => void {
    const stopSaving = this.autosave.start(onLogin);
    const stopSubmitting = onLogin(() => {
      if (this.#submitsAfterLogin) void this.submit();
      else if (this.$phase.get() === 'closed' && this.$failure.get()?.needsLogin) void this.open();
    });
    const checkIn = () => {
      if (this.$phase.get() === 'open' && !document.hidden)
        this.#send([]).catch((error) => this.#leave(error));
    };
    const timer = setInterval(checkIn, heartbeatMilliseconds);
    document.addEventListener('visibilitychange', checkIn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkIn);
      this.clock.stop();
      stopSubmitting();
      stopSaving();
    };
  }

  get #params() {
    return { registrationId: this.#registrationId };
  }

  #listUnsaved(): TestAnswer[] {
    return listUnsaved(this.$answers.get(), this.#saved).slice(0, 40);
  }

  #countUnsaved(): void {
    this.$unsavedCount.set(this.#listUnsaved().length);
  }

  /** Sends answers; none to ask for the time that is left, and whether this tab still has the test. */
  async #send(answers: TestAnswer[]): Promise<void> {
    const body = { sessionKey: this.#sessionKey ?? '', answers };
    const { secondsLeft } = await api(`POST ${base}/save-answers/`, { params: this.#params, body });
    for (const { position, revision } of answers)
      this.#saved[position] = Math.max(this.#saved[position] ?? 0, revision);
    this.clock.set(secondsLeft);
    this.#countUnsaved();
  }

  /** Closes the test in this tab if the error says that it ended or continues elsewhere. Returns whether it does. */
  #leave(error: unknown): boolean {
    const code = error instanceof ApiError ? error.errorCode : null;
    if (code === 'TEST_ENDED') this.#end();
    else if (code === 'TEST_OPEN_ELSEWHERE') this.$phase.set('elsewhere');
    return code === 'TEST_ENDED' || code === 'TEST_OPEN_ELSEWHERE';
  }

  #end(phase: 'ended' | 'submitted' = 'ended'): void {
    if (this.$phase.get() !== 'submitted') this.$phase.set(phase);
    this.clock.stop();
    storeTestDraft(this.#registrationId, null);
  }
}

/** Calls back after each login on this page, also in another tab. Returns a function that stops. */
const onLogin = (callBack: () => void): (() => void) =>
  $user.listen((user) => {
    if (user) callBack();
  });
