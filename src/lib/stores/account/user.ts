import { atom, computed } from 'nanostores';
import { identify, reset as resetAnalytics } from '#lib/browser/analytics.ts';
import { announceUser, hasSignedInHint, shareLogOut } from '#lib/browser/user-event.ts';
import { type ApiAnswer, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { createRequest } from '#lib/stores/core/request.ts';

type UserAnswer = ApiAnswer<'GET /api/v3/user/'>;
export type User = UserAnswer['user'];
export type UserProfile = UserAnswer['userProfiles'][number];

/** Null for a visitor (USER-07), and until `loadUser` has asked. */
export const $user = atom<User | null>(null);
/** USER-03 */
export const $userProfiles = atom<readonly UserProfile[]>([]);
export const $isLoggedIn = computed($user, (user) => user !== null);

const userRequest = createRequest(() => api('GET /api/v3/user/'));
const logoutRequest = createRequest(() => api('POST /api/v1/auth/logout/'));

/** Asks who is signed in, unless the hint cookie says nobody is: a visitor's page makes no call. */
export async function loadUser(): Promise<User | null> {
  return $user.get() ?? (await reloadUser());
}

let isDoubted = false;
let asking: Promise<User | null> | null = null;

/** Asks anew: another tab, or another device, may have changed who is signed in or what is true of them. */
export function reloadUser(): Promise<User | null> {
  asking ??= askForUser().finally(() => {
    asking = null;
  });
  return asking;
}

async function askForUser(): Promise<User | null> {
  if (!hasSignedInHint()) forgetUser();
  else
    try {
      const before = $user.get();
      const answer = await userRequest.run().catch(askAgain);
      // Whoever signed in while this was under way is newer than the answer.
      if (answer && $user.get() === before) storeUser(answer);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      announceNobody();
    }
  return $user.get();
}

/** A question may cross the exchange of the session for a new one (C-21): the second has the new cookie. */
function askAgain(error: unknown): Promise<UserAnswer | null> {
  if (!isSignedOut(error)) throw error;
  return userRequest.run();
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Nobody is signed in any more, or not as far as this page can tell. */
export function forgetUser(): void {
  if ($user.get() || isDoubted) announceNobody();
}

function announceNobody(): void {
  isDoubted = false;
  $user.set(null);
  $userProfiles.set([]);
  announceUser({ user: null, userProfiles: [] });
  resetAnalytics();
}

/** What this page knows of the person may not be true any more: whoever needs them asks anew. */
export function doubtUser(): void {
  isDoubted ||= $user.get() !== null;
  $user.set(null);
}

/** Sign-in, registration and every change of the person end here. */
export function storeUser({
  user,
  userProfiles,
}: {
  user: User;
  userProfiles?: readonly UserProfile[];
}): void {
  isDoubted = false;
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
  shareLogOut();
  forgetUser();
}
