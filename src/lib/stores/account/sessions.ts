import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { $user, logout } from './user.ts';

type SessionList = ApiResponse<'GET /api/v1/user/sessions/'>;
export type SignedInDevice = SessionList['results'][number];

export interface SessionsStore {
  $devices: ReadableAtom<readonly SignedInDevice[]>;
  $isLoading: ReadableAtom<boolean>;
  /** True when the list could not be reloaded. */
  $isStale: ReadableAtom<boolean>;
  /** The ids of the devices that are being signed out; `others` for all others, `this` for this one. */
  $ending: ReadableAtom<readonly string[]>;
  /** The last action, announced to people who do not see the list change. */
  $successMessage: ReadableAtom<string>;
  $failure: ReadableAtom<Failure | null>;
  /** Reloads the list whenever the number was verified or changed. Returns the function that stops it. */
  reloadOnPhoneChange(): () => void;
  load(): Promise<void>;
  end(device: SignedInDevice): Promise<boolean>;
  endOthers(): Promise<boolean>;
  /** True when this browser is signed out. */
  logOut(): Promise<boolean>;
}

/** Creates the list of signed-in devices from those that the page was rendered with. [C-20] */
export function createSessionsStore(first: readonly SignedInDevice[]): SessionsStore {
  const $devices = atom(first);
  const $ending = atom<readonly string[]>([]);
  const $done = atom('');
  const $failure = atom<Failure | null>(null);
  const listRequest = createRequest(() => api('GET /api/v1/user/sessions/', { query: { limit: '100' } }));
  /** Counts the changes, so that a list that was requested before one is requested again. */
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

  /** Returns true on success; otherwise `$failure` is set. */
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
    $successMessage: $done,
    $failure,
    load,

    reloadOnPhoneChange() {
      let known = phoneKeyOf($user.get());
      return $user.listen((user) => {
        if (!user || phoneKeyOf(user) === known) return;
        const isFirst = known === null;
        known = phoneKeyOf(user);
        if (!isFirst) void load();
      });
    },

    end: (device) =>
      attempt(device.id, async () => {
        await api('DELETE /api/v1/user/sessions/{sessionId}/', { params: { sessionId: device.id } }).catch(
          ignoreMissing,
        );
        $devices.set($devices.get().filter(({ id }) => id !== device.id));
        return `${device.device} is logged out.`;
      }),

    endOthers: () =>
      attempt('others', async () => {
        await api('POST /api/v1/user/sessions/end-others/');
        $devices.set($devices.get().filter(({ isCurrent }) => isCurrent));
        return 'You are logged out everywhere else.';
      }),

    logOut: () =>
      attempt('this', async () => {
        await logout();
        return 'You are logged out.';
      }),
  };
}

/** Returns a key of the number: verifying one replaces the token and may end the other sessions. [C-21, C-23] */
function phoneKeyOf(user: { fullPhone: string; isPhoneVerified: boolean } | null): string | null {
  return user && `${user.fullPhone} ${user.isPhoneVerified}`;
}

/** A session that is gone already is a success. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
