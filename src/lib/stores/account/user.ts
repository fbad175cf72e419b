import { atom, computed } from 'nanostores';
import { onOtherTabAvatar } from '#lib/browser/avatar-event.ts';
import { identify, reset as resetAnalytics } from '#lib/browser/event-queue.ts';
import { announceUser, broadcastLogout, hasSignedInHint } from '#lib/browser/user-event.ts';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { onSessionEnd } from '#lib/stores/core/session-end.ts';

type UserResponse = ApiResponse<'GET /api/v3/user/'>;
export type User = UserResponse['user'];
export type UserProfile = UserResponse['userProfiles'][number];

/** The signed-in person; null for a visitor and until `loadUser` has run. [USER-07] */
export const $user = atom<User | null>(null);
/** [USER-03] */
export const $userProfiles = atom<readonly UserProfile[]>([]);
export const $isLoggedIn = computed($user, (user) => user !== null);

const userRequest = createRequest(() => api('GET /api/v3/user/'));
const logoutRequest = createRequest(() => api('POST /api/v1/auth/logout/'));

/** Loads who is signed in, unless the hint cookie is missing: a visitor's page makes no call. */
export async function loadUser(): Promise<User | null> {
  return $user.get() ?? (await reloadUser());
}

/** Loads the person again whenever their picture changes in another tab. Returns a function that stops. [USER-01] */
export const followAvatar = (): (() => void) => onOtherTabAvatar(() => void reloadUser().catch(() => {}));

let isInvalidated = false;
let pendingReload: Promise<User | null> | null = null;

/** Loads the person again: another tab or device may have changed them. */
export function reloadUser(): Promise<User | null> {
  pendingReload ??= fetchUser().finally(() => {
    pendingReload = null;
  });
  return pendingReload;
}

async function fetchUser(): Promise<User | null> {
  if (!hasSignedInHint()) clearUser();
  else
    try {
      const before = $user.get();
      const answer = await userRequest.run().catch(retryOnce);
      // A person who signed in during the request is newer than this response.
      if (answer && $user.get() === before) setUser(answer);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      announceSignedOut();
    }
  return $user.get();
}

/** Another response may have replaced the session (C-21); the second request has the new cookie. */
function retryOnce(error: unknown): Promise<UserResponse | null> {
  if (!isSignedOut(error)) throw error;
  return userRequest.run();
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Clears the person after the session has ended. */
export function clearUser(): void {
  if ($user.get() || isInvalidated) announceSignedOut();
}

function announceSignedOut(): void {
  isInvalidated = false;
  $user.set(null);
  $userProfiles.set([]);
  announceUser({ user: null, userProfiles: [] });
  resetAnalytics();
}

/** Marks the person as outdated, so that the next reader loads them again. */
export function invalidateUser(): void {
  isInvalidated ||= $user.get() !== null;
  $user.set(null);
}
onSessionEnd(invalidateUser);

/** Sets the person after signing in, registering or changing details, and tells the page, other tabs and analytics. */
export function setUser({ user, userProfiles }: { user: User; userProfiles?: readonly UserProfile[] }): void {
  isInvalidated = false;
  $user.set(user);
  if (userProfiles) $userProfiles.set(userProfiles);
  announceUser({ user, userProfiles: $userProfiles.get() });
  // TRACK-05
  identify(user.id, {
    email: user.email,
    name: user.name,
    firstName: user.firstName,
    lastName: user.lastName,
  });
}

export async function logout(): Promise<void> {
  await logoutRequest.run();
  broadcastLogout();
  clearUser();
}
