import type { AccountUser } from '#lib/domain/account/account-user.ts';
import { hasSignedInHint, userEventName } from './user-event.ts';

/**
 * Loads a page again once the visitor has logged in on it: what was not there for a visitor may be there for the person. A person
 * who was signed in before sees the page as it is, so it never loads again and again.
 */
export function reloadAfterLogin(): void {
  if (hasSignedInHint()) return;
  document.addEventListener(userEventName, (event) => {
    if ((event as CustomEvent<{ user: AccountUser | null }>).detail.user) location.reload();
  });
}
