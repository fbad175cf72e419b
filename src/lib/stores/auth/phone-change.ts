import { atom, computed } from 'nanostores';
import { $user, type User } from '#lib/stores/account/user.ts';

const $userBeforeChange = atom<User | null>(null);

/** The signed-in person with their own number, also while `$user` has the one that they change to. [AUTH-19, C-23] */
export const $userWithOwnPhone = computed([$user, $userBeforeChange], (user, before) =>
  user && user.id === before?.id && !user.isPhoneVerified ? before : user,
);

/** Sets the person with the number that is still to be verified, and remembers the verified one. [C-23] */
export function startPhoneChange(changed: User): void {
  const user = $user.get();
  if (user?.isPhoneVerified) $userBeforeChange.set(user);
  $user.set(changed);
}

/** Restores the verified number when the new one was not verified. */
export function revertPhoneChange(): void {
  $user.set($userWithOwnPhone.get());
  $userBeforeChange.set(null);
}
