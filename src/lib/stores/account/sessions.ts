import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiAnswer, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { $user, logout } from './user.ts';

type SessionList = ApiAnswer<'GET /api/v1/user/sessions/'>;
export type SignedInDevice = SessionList['results'][number];

export interface SessionsStore {
  $devices: ReadableAtom<readonly SignedInDevice[]>;
  $isLoading: ReadableAtom<boolean>;
  /** The list could not be loaded anew. */
  $isStale: ReadableAtom<boolean>;
  /** Ids of the devices that are being signed out; `others` for all but this one, `this` for this one. */
  $ending: ReadableAtom<readonly string[]>;
  /** What was done last, for people who do not see the list change. */
  $done: ReadableAtom<string>;
  $failure: ReadableAtom<Failure | null>;
  /** Loads anew whenever signing in or proving a number has changed the list; returns what ends that. */
  follow(): () => void;
  load(): Promise<void>;
  end(device: SignedInDevice): Promise<boolean>;
  endOthers(): Promise<boolean>;
  /** True when this browser is signed out. */
  logOut(): Promise<boolean>;
}

/** Where a person is signed in (C-20). Made by the island from what the page was rendered with. */
export function createSessions(first: readonly SignedInDevice[]): SessionsStore {
  const $devices = atom(first);
  const $ending = atom<readonly string[]>([]);
  const $done = atom('');
  const $failure = atom<Failure | null>(null);
  const listRequest = createRequest(() => api('GET /api/v1/user/sessions/', { query: { limit: '100' } }));
  /** Counts what has changed, so that a list asked for before is asked for again. */
  let changes = 0;

  async function load(): Promise<void> {
    if (listRequest.isPending()) {
      changes += 1;
      return;
    }
    const before = changes;
    $failure.set(null);
    try {
      const answer = await listRequest.run();
      if (!answer) return;
      if (changes === before) $devices.set(answer.results);
      else await load();
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
    }
  }

  /** True when it is done; else the failure says why not. */
  async function attempt(key: string, task: () => Promise<string>): Promise<boolean> {
    if ($ending.get().includes(key)) return false;
    $ending.set([...$ending.get(), key]);
    $failure.set(null);
    $done.set('');
    try {
      const done = await task();
      changes += 1;
      $done.set(done);
      return true;
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
      return false;
    } finally {
      $ending.set($ending.get().filter((one) => one !== key));
    }
  }

  return {
    $devices,
    $isLoading: computed(listRequest.$state, ({ status }) => status === 'pending'),
    $isStale: computed(listRequest.$state, ({ status }) => status === 'rejected'),
    $ending,
    $done,
    $failure,
    load,

    follow() {
      let known = numberOf($user.get());
      return $user.listen((user) => {
        if (!user || numberOf(user) === known) return;
        const isFirst = known === null;
        known = numberOf(user);
        if (!isFirst) void load();
      });
    },

    end: (device) =>
      attempt(device.id, async () => {
        await api('DELETE /api/v1/user/sessions/{sessionId}/', { params: { sessionId: device.id } }).catch(
          ignoreMissing,
        );
        $devices.set($devices.get().filter(({ id }) => id !== device.id));
        return `${device.device} is signed out.`;
      }),

    endOthers: () =>
      attempt('others', async () => {
        await api('POST /api/v1/user/sessions/end-others/');
        $devices.set($devices.get().filter(({ isCurrent }) => isCurrent));
        return 'You are signed out everywhere else.';
      }),

    logOut: () =>
      attempt('this', async () => {
        await logout();
        return 'You are logged out.';
      }),
  };
}

/** A session changes with its number: the token is another one, and the others may have been ended (C-21, C-23). */
function numberOf(user: { fullPhone: string; isPhoneVerified: boolean } | null): string | null {
  return user && `${user.fullPhone} ${user.isPhoneVerified}`;
}

/** It has ended by itself meanwhile, which is what was wanted. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
