import type { AnalyticsCall } from '#lib/browser/event-queue.ts';

/** Calls that wait in the tab's storage for its next page, by the name of the plugin that has not got them. */
export type StoredCalls = Readonly<Record<string, readonly AnalyticsCall[]>>;

/** Stands for every plugin: the page was left before analytics had loaded. */
export const allPlugins = '*';

const storageKey = 'liftoff:analytics';

/** Stores calls for the next page of this tab, in place of those that are stored. */
export function storeCalls(calls: StoredCalls): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(calls));
  } catch {
    // Storage may be full or forbidden; then these calls are lost with the page.
  }
}

/** Returns the calls that earlier pages have stored, and removes them. */
export function drainStoredCalls(): StoredCalls {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  } finally {
    removeStoredCalls();
  }
}

/** Removes the stored calls. */
export function removeStoredCalls(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Forbidden storage holds nothing.
  }
}
