import { atom, computed } from 'nanostores';
import { identify, reset as resetAnalytics } from '../browser/analytics.ts';
import { announceUser, clearTab, hasSignedInHint } from '../browser/user-event.ts';
import { type ApiAnswer, api } from '../client/api.ts';
import { ApiError } from '../client/api-error.ts';
import { createRequest } from './request.ts';

type UserAnswer = ApiAnswer<'GET /api/v3/user/'>;
export type User = UserAnswer['user'];
export type UserProfile = UserAnswer['userProfiles'][number];

/** Null for a visitor (USER-07), and until `loadUser` has asked. */
export const $user = atom<User | null>(null);
/** USER-03 */
export const $userProfiles = atom<readonly UserProfile[]>([]);
export const $isLoggedIn = computed($user, (user) => user !== null);

export const userRequest = createRequest(() => api('GET /api/v3/user/'));
export const logoutRequest = createRequest(() => api('POST /api/v1/auth/logout/'));

/** Asks who is signed in, unless the hint cookie says nobody is: a visitor's page makes no call. */
export async function loadUser(): Promise<User | null> {
  return $user.get() ?? (await reloadUser());
}

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
      const answer = await userRequest.run();
      if (answer) storeUser(answer);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      announceNobody();
    }
  return $user.get();
}

/** Nobody is signed in any more, or not as far as this page can tell. */
export function forgetUser(): void {
  if ($user.get()) announceNobody();
}

function announceNobody(): void {
  $user.set(null);
  $userProfiles.set([]);
  announceUser({ user: null, userProfiles: [] });
  resetAnalytics();
}

/** What this page knows of the person may not be true any more: whoever needs them asks anew. */
export function doubtUser(): void {
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
  clearTab();
  forgetUser();
}
