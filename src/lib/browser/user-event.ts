/**
 * The event that is dispatched on `document` whenever this page learns who is signed in; scripts that are no island
 * listen.
 */
export const userEventName = 'liftoff:user';

export interface UserIdentity {
  id: string;
  isPhoneVerified: boolean;
}

/** The storage key that other tabs read; its value changes only with the signed-in person or their verification. */
const sharedKey = 'liftoff:user';

/** Dispatches the event on this page and tells the other tabs. */
export function announceUser(detail: { user: UserIdentity | null; userProfiles: readonly object[] }): void {
  broadcastUser(detail.user);
  globalThis.document?.dispatchEvent(new CustomEvent(userEventName, { detail }));
}

/** Writes who is signed in for other tabs, which listen with `onOtherTabChange`. */
export function broadcastUser(user: UserIdentity | null): void {
  if (user) writeShared(`${user.id} ${user.isPhoneVerified}`);
  else if (!isLoggedOut()) writeShared('');
}

/** Tells the other tabs of a log-out and clears what was typed: the next person on this device must not see it. */
export function broadcastLogout(): void {
  writeShared(loggedOut);
  clearStoredInput();
}

const loggedOut = 'logged out';

/** Returns whether the person has logged out and nobody has logged in since, in this tab or another. */
export function isLoggedOut(): boolean {
  return readShared() === loggedOut;
}

function writeShared(value: string): void {
  try {
    localStorage.setItem(sharedKey, value);
  } catch {
    // Storage may be forbidden; other tabs then notice when they become visible.
  }
}

function readShared(): string | null {
  try {
    return localStorage.getItem(sharedKey);
  } catch {
    return null;
  }
}

/** The prefix of the keys in local storage: unsaved parts of a portfolio, see portfolio-draft-storage.ts. */
export const draftPrefix = 'liftoff:portfolio:';
/** The same for unsaved answers of a test, see test-draft-storage.ts. */
export const testDraftPrefix = 'liftoff:test:';

/** Returns whether this device holds unsaved parts of a portfolio. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(draftPrefix));
  } catch {
    return false;
  }
}

function clearStoredInput(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftPrefix) || key.startsWith(testDraftPrefix)) localStorage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing.
  }
}

/**
 * Calls back when somebody signs in, signs out or verifies a number in another tab, and when the session has ended while this
 * page was hidden or in the back-forward cache.
 */
export function onOtherTabChange(onChange: () => void): void {
  let hadHint = hasSignedInHint();
  const checkHint = () => {
    if (document.hidden || hadHint === hasSignedInHint()) return;
    hadHint = hasSignedInHint();
    onChange();
  };
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== sharedKey) return;
    // The first write by any page only reports who is signed in already.
    if (oldValue === null && hadHint === hasSignedInHint()) return;
    if (newValue === loggedOut) clearStoredInput();
    hadHint = hasSignedInHint();
    onChange();
  });
  document.addEventListener('visibilitychange', checkHint);
  addEventListener('pageshow', checkHint);
  document.addEventListener(userEventName, () => {
    hadHint = hasSignedInHint();
  });
}

/**
 * Returns whether the readable cookie is set that the server sends beside the session's: it is worth loading the user.
 */
export function hasSignedInHint(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(globalThis.document?.cookie ?? '');
}
