import { draftPrefix, isLoggedOut } from './user-event.ts';

/**
 * Stores the unsaved changes of the portfolio editor on the device, for a reload, an ended session or a dead network.
 * `localStorage` outlives the tab, and each tab has its own key, so two tabs never overwrite each other. A new tab takes
 * over the drafts of tabs that are closed. Logging out deletes all drafts.
 */
export interface DraftStorage {
  /**
   * Stores the draft, or deletes it when null. Returns false when it is not stored: the device's storage is full or
   * forbidden, or the person has logged out.
   */
  store(draft: object | null): boolean;
  /** Returns the drafts of this tab and of closed tabs, the oldest first. */
  load(): Promise<StoredDraft[]>;
}

interface StoredDraft {
  /** Not validated: another release may have written it. */
  draft: unknown;
  /** Moves a draft that cannot be read to a separate key, where it does not block the editor and is not lost. */
  quarantine(): void;
}

const tabKey = 'liftoff:tab';

/** Opens the drafts of one portfolio for this tab. */
export async function openDraftStorage(portfolioId: string): Promise<DraftStorage> {
  const tab = await claimTab();
  const start = `${draftPrefix}${portfolioId}:`;
  const own = `${start}${tab}`;
  const quarantineKey = `${draftPrefix}aside:${portfolioId}`;
  return {
    // A tab that saves or reloads after the logout in another one must not bring its draft back.
    store: (draft) =>
      draft !== null && isLoggedOut()
        ? false
        : write(own, draft && JSON.stringify({ at: Date.now(), draft })),

    async load() {
      const openTabs = await listOpenTabs();
      // Without Web Locks we cannot know which tabs are open, so each tab reads its own draft only.
      const isFree = (key: string) =>
        key === own || (openTabs !== null && !openTabs.includes(lockName(key.slice(start.length))));
      const stored = listKeys(start)
        .filter(isFree)
        .map((key) => ({ key, text: read(key) }));
      for (const { key } of stored) if (key !== own) write(key, null);
      return stored
        .map(({ text }) => ({ ...parse(text), quarantine: () => void write(quarantineKey, text) }))
        .toSorted((one, other) => one.at - other.at);
    },
  };
}

/** Returns a name that survives a reload. A duplicated tab starts with the name of the original and gets a new one. */
async function claimTab(): Promise<string> {
  const known = readTab();
  if (known && (await lockTab(known))) return known;
  const fresh = crypto.randomUUID();
  await lockTab(fresh);
  try {
    sessionStorage.setItem(tabKey, fresh);
  } catch {
    // If storage is forbidden, the reloaded page counts as a new tab and takes the draft over.
  }
  return fresh;
}

function readTab(): string | null {
  try {
    return sessionStorage.getItem(tabKey);
  } catch {
    return null;
  }
}

const lockName = (tab: string): string => `liftoff:tab:${tab}`;

/** The page before a reload may need a moment to release its lock. */
const lockTimeoutMilliseconds = 800;

/** Holds the tab's Web Lock until the page ends. Returns false when another page holds it. */
function lockTab(tab: string): Promise<boolean> {
  if (!globalThis.navigator?.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(lockTimeoutMilliseconds);
    navigator.locks
      .request(lockName(tab), { signal }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

async function listOpenTabs(): Promise<string[] | null> {
  const state = await globalThis.navigator?.locks?.query().catch(() => null);
  return state ? (state.held ?? []).flatMap(({ name }) => name ?? []) : null;
}

function listKeys(start: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter(
      (key) => key.startsWith(start),
    );
  } catch {
    return [];
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): { at: number; draft: unknown } {
  try {
    const stored = JSON.parse(text ?? 'null') as { at?: unknown; draft?: unknown } | null;
    return { at: Number(stored?.at) || 0, draft: stored?.draft };
  } catch {
    return { at: 0, draft: undefined };
  }
}

function write(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
