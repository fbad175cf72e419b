import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft } from '#lib/browser/form-draft.ts';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { type AutosaveForm, createAutosaveForm } from '#lib/stores/core/autosave-form.ts';

interface Values {
  name: string;
  year: number | null;
  tags: string[];
}
const sent: Partial<Values>[] = [];
let answer: (changes: Partial<Values>) => Promise<void>;
let store: AutosaveForm<Values>;
const stored = new Map<string, string>();

const create = () =>
  createAutosaveForm<Values>({
    name: 'test',
    userId: 'asha',
    values: { name: '', year: null, tags: [] },
    validate: (name, value) =>
      name === 'year' && Number(value) < 1900 && value !== null ? 'Too early' : null,
    send: (changes) => {
      sent.push(changes);
      return answer(changes);
    },
  });
const draft = () => JSON.parse(stored.get('liftoff:draft:test') ?? 'null')?.values ?? {};

/** Does to the storages of this tab what a logout in another one does. */
function logOutInAnotherTab(): void {
  stored.clear();
  stored.set('liftoff:user', 'logged out');
}

beforeEach(() => {
  vi.useFakeTimers();
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  vi.stubGlobal('document', new EventTarget());
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  sent.length = 0;
  stored.clear();
  answer = async () => {};
  store = create();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('[API-44] a form without a save button', () => {
  it('waits for a pause in typing, and sends what changed alone', async () => {
    store.change('name', 'A');
    store.change('name', 'Asha');
    await vi.advanceTimersByTimeAsync(799);
    expect(sent).toEqual([]);
    expect(store.$state.get()).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ name: 'Asha' }]);
    expect(store.$state.get()).toBe('saved');
  });

  it('saves a choice at once', async () => {
    store.change('tags', ['new'], true);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ tags: ['new'] }]);
  });

  it('keeps the draft of a save that ends while the page is being left, because the next page may be older', async () => {
    const first = Promise.withResolvers<void>();
    answer = () => first.promise;
    const stop = store.start();
    store.change('tags', ['new'], true);
    await vi.advanceTimersByTimeAsync(0);
    dispatchEvent(new Event('beforeunload'));
    first.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toEqual({ tags: '["new"]' });
    stop();
    const next = create();
    const stopNext = next.start();
    expect(next.$values.get().tags).toEqual(['new']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toEqual({});
    stopNext();
  });

  it('sends one request at a time, and the last value wins', async () => {
    const first = Promise.withResolvers<void>();
    answer = () => (sent.length === 1 ? first.promise : Promise.resolve());
    store.change('name', 'Asha', true);
    await vi.advanceTimersByTimeAsync(0);
    store.change('name', 'Usha', true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([{ name: 'Asha' }]);
    first.resolve();
    expect(await store.flush()).toBe(true);
    expect(sent).toEqual([{ name: 'Asha' }, { name: 'Usha' }]);
  });

  it('claims nothing when a value was typed and taken back before it was sent', async () => {
    store.change('name', 'A');
    store.change('name', '');
    expect(store.$state.get()).toBe('idle');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
    expect(store.$state.get()).toBe('idle');
  });

  it('[FORM-03] keeps an invalid value, sends the valid ones, and shows the error when the field loses focus', async () => {
    store.change('year', 12);
    store.change('name', 'Asha');
    expect(await store.flush()).toBe(false);
    expect(sent).toEqual([{ name: 'Asha' }]);
    store.blur('year');
    expect(store.$errors.get()).toEqual({ year: 'Too early' });
    expect(draft()).toEqual({ year: '12' });
    store.change('year', 1999);
    expect(store.$errors.get()).toEqual({});
  });

  it('[FORM-13] shows a field that the server rejects, and saves the others', async () => {
    answer = async (changes) => {
      if (changes.name === 'Bad')
        throw new ApiError(400, { errorCode: 'VALIDATION_FAILED', fieldErrors: { name: 'Not that' } });
    };
    store.change('name', 'Bad');
    store.change('tags', ['new']);
    expect(await store.flush()).toBe(false);
    expect(store.$errors.get()).toEqual({ name: 'Not that' });
    expect(sent).toEqual([{ name: 'Bad', tags: ['new'] }, { tags: ['new'] }]);
    expect(store.$failure.get()).toBeNull();
  });
});

describe('[API-44] no input is lost', () => {
  it('while offline: it is stored on the device and sent when the network is back', async () => {
    const stop = store.start();
    answer = async () => {
      throw new NetworkError('offline');
    };
    store.change('name', 'Asha');
    expect(await store.flush()).toBe(false);
    expect(store.$state.get()).toBe('failed');
    expect(store.$failure.get()?.message).toMatch(/You are offline/);
    expect(draft()).toEqual({ name: '"Asha"' });
    answer = async () => {};
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.$state.get()).toBe('saved');
    expect(draft()).toEqual({});
    stop();
  });

  it('by pressing the button of a failure: the failure stays visible during the next attempt', async () => {
    answer = async () => {
      throw new ApiError(401, { errorCode: 'SESSION_EXPIRED', error: 'Please log in again.' });
    };
    store.change('name', 'Asha');
    await store.flush();
    const next = Promise.withResolvers<void>();
    answer = () => next.promise;
    store.blur('name');
    expect(store.$failure.get()).toEqual({
      message: 'Please log in again.',
      errorCode: 'SESSION_EXPIRED',
      needsLogin: true,
    });
    next.resolve();
    expect(await store.flush()).toBe(true);
    expect(store.$failure.get()).toBeNull();
  });

  it('by an outage: it retries after 3, then 6 seconds', async () => {
    answer = async () => {
      throw new ApiError(503, { errorCode: 'SERVICE_UNAVAILABLE' });
    };
    store.change('name', 'Asha', true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5999);
    expect(sent).toHaveLength(2);
    answer = async () => {};
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    expect(store.$state.get()).toBe('saved');
  });

  it.each([
    ['the pause in typing ends before the response', 2000],
    ['the response comes before the pause in typing ends', 100],
  ])('by a rejection of the request before it: %s', async (_, responseMilliseconds) => {
    answer = async (changes) => {
      if (changes.name !== 'A') return;
      await new Promise((resolve) => setTimeout(resolve, responseMilliseconds));
      throw new ApiError(409, { errorCode: 'ALREADY_SUBMITTED', error: 'It was sent already.' });
    };
    store.change('name', 'A', true);
    await vi.advanceTimersByTimeAsync(50);
    store.change('name', 'Asha');
    await vi.advanceTimersByTimeAsync(4000);
    expect(sent).toEqual([{ name: 'A' }, { name: 'Asha' }]);
    expect(store.$state.get()).toBe('saved');
  });

  it('by the end of the session: after a login in another tab the next change is sent', async () => {
    const stop = store.start();
    answer = async () => {
      throw new ApiError(401, { errorCode: 'SESSION_EXPIRED', error: 'Please log in again.' });
    };
    store.change('name', 'A');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(1);
    expect(store.$state.get()).toBe('failed');
    expect(draft()).toEqual({ name: '"A"' });
    answer = async () => {};
    store.change('name', 'Asha');
    await vi.advanceTimersByTimeAsync(800);
    expect(sent).toEqual([{ name: 'A' }, { name: 'Asha' }]);
    expect(store.$state.get()).toBe('saved');
    stop();
  });

  it('by closing the page: what is typed is sent and stored at once', async () => {
    const stop = store.start();
    answer = () => new Promise(() => {});
    store.change('name', 'Asha');
    dispatchEvent(new Event('pagehide'));
    expect(draft()).toEqual({ name: '"Asha"' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ name: 'Asha' }]);
    stop();
  });

  it('by a reload: the draft of the same person is restored and saved', async () => {
    saveDraft('test', 'asha', { name: '"Asha"', unknown: '1' });
    store.start();
    expect(store.$values.get()).toEqual({ name: 'Asha', year: null, tags: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ name: 'Asha' }]);
  });

  it('to the next person on this device: a logout deletes the draft, and no failed request brings it back', async () => {
    const stop = store.start();
    store.change('name', 'Asha');
    await vi.advanceTimersByTimeAsync(300);
    expect(draft()).toEqual({ name: '"Asha"' });
    answer = async () => {
      throw new ApiError(401, { errorCode: 'SESSION_EXPIRED', error: 'Please log in again.' });
    };
    logOutInAnotherTab();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([{ name: 'Asha' }]);
    store.change('name', 'Asha Rao');
    dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft()).toEqual({});
    stop();
  });

  it('to another person: their page does not restore the draft', async () => {
    saveDraft('test', 'ravi', { name: '"Ravi"' });
    store.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.$values.get().name).toBe('');
    expect(sent).toEqual([]);
  });
});
