import { isLoggedOut, testDraftPrefix } from './user-event.ts';

/**
 * Stores on the device what a person has answered and the server has not saved yet, for a reload or a dead network, and the key
 * of this tab's test. Logging out deletes the answers.
 */

const draftKey = (testId: string) => `${testDraftPrefix}${testId}`;
const sessionKey = (testId: string) => `liftoff:test:${testId}`;

/** Stores the draft, or removes it when it is null. */
export function storeTestDraft(testId: string, draft: unknown): void {
  try {
    if (draft === null || isLoggedOut()) localStorage.removeItem(draftKey(testId));
    else localStorage.setItem(draftKey(testId), JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; then a reload loses what was not saved, and the page says what was not.
  }
}

/** Returns the stored draft, which another release may have written; null without one. */
export function readTestDraft(testId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(draftKey(testId)) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores the key of this tab's test, so that a reload continues it. */
export function storeTestSession(testId: string, key: string): void {
  try {
    sessionStorage.setItem(sessionKey(testId), key);
  } catch {
    // Without it, a reload asks whether to continue here.
  }
}

export function readTestSession(testId: string): string | null {
  try {
    return sessionStorage.getItem(sessionKey(testId));
  } catch {
    return null;
  }
}
