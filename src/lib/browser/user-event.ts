/** Said on `document` whenever this page learns who is signed in; parts of a page that are no island listen. */
export const userEventName = 'liftoff:user';

export interface KnownUser {
  id: string;
  isPhoneVerified: boolean;
}

/** What other tabs read: changes exactly when who is signed in does, or whether their number is proven. */
const sharedKey = 'liftoff:user';

export function announceUser(detail: { user: KnownUser | null; userProfiles: readonly object[] }): void {
  shareUser(detail.user);
  globalThis.document?.dispatchEvent(new CustomEvent(userEventName, { detail }));
}

/** Tells the other tabs of this site, which hear it with `hearOtherTabs`. */
export function shareUser(user: KnownUser | null): void {
  if (user) share(`${user.id} ${user.isPhoneVerified}`);
  else if (shared() !== loggedOut) share('');
}

/** What a person typed or began, in any tab, is not for whoever signs in next on this device. */
export function shareLogOut(): void {
  share(loggedOut);
  clearTab();
}

const loggedOut = 'logged out';

function share(value: string): void {
  try {
    localStorage.setItem(sharedKey, value);
  } catch {
    // Storage may be forbidden; other tabs then learn it when they are looked at.
  }
}

function shared(): string | null {
  try {
    return localStorage.getItem(sharedKey);
  } catch {
    return null;
  }
}

/** What outlives the tab begins with this: unsaved parts of a portfolio, see portfolio-drafts.ts. */
export const draftPrefix = 'liftoff:portfolio:';

/** Whether something unsaved waits on this device. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(draftPrefix));
  } catch {
    return false;
  }
}

function clearTab(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/**
 * Calls back when somebody signed in, signed out or proved a number in another tab, and when the session turns out
 * to have ended while this page was out of sight (a page the browser kept for its back button included).
 */
export function hearOtherTabs(onChange: () => void): void {
  let hadHint = hasSignedInHint();
  const look = () => {
    if (document.hidden || hadHint === hasSignedInHint()) return;
    hadHint = hasSignedInHint();
    onChange();
  };
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== sharedKey) return;
    // Nobody had told yet, and nobody came or went: a page that learnt who is signed in said so.
    if (oldValue === null && hadHint === hasSignedInHint()) return;
    if (newValue === loggedOut) clearTab();
    hadHint = hasSignedInHint();
    onChange();
  });
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  document.addEventListener(userEventName, () => {
    hadHint = hasSignedInHint();
  });
}

/** The server sets this readable cookie beside the session's own; it only says that asking is worth it. */
export function hasSignedInHint(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(globalThis.document?.cookie ?? '');
}
