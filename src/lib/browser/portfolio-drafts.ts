import { draftPrefix } from './user-event.ts';

/**
 * What was typed into the portfolio's editor and is not saved yet, for a reload, a session that ended, or a dead network.
 * In storage that outlives the tab, with a place per tab: two tabs of one person do not write over each other. What a tab
 * that is gone left behind, the next one takes over. Logging out forgets it all.
 */
export interface DraftPlace {
  /** null: all is saved. */
  keep(draft: object | null): void;
  /** What this tab, and tabs that are gone, left behind; the oldest first. */
  find(): Promise<object[]>;
}

interface Kept {
  at: number;
  draft: object;
}

const tabKey = 'liftoff:tab';

export async function openDrafts(portfolioId: string): Promise<DraftPlace> {
  const tab = await claimTab();
  const start = `${draftPrefix}${portfolioId}:`;
  const own = `${start}${tab}`;
  return {
    keep: (draft) => write(own, draft && { at: Date.now(), draft }),

    async find() {
      const living = await livingTabs();
      // Without locks nobody can tell which tabs are still there: then each has its own only.
      const isFree = (key: string) =>
        key === own || (living !== null && !living.includes(lockName(key.slice(start.length))));
      const found = keysWith(start)
        .filter(isFree)
        .map((key) => ({ key, kept: read(key) }));
      for (const { key } of found) if (key !== own) write(key, null);
      return found
        .flatMap(({ kept }) => kept ?? [])
        .toSorted((one, other) => one.at - other.at)
        .map(({ draft }) => draft);
    },
  };
}

/** A name that outlives a reload of the tab. A tab that was duplicated has its twin's, and takes another. */
async function claimTab(): Promise<string> {
  const known = readTab();
  if (known && (await hold(known))) return known;
  const fresh = crypto.randomUUID();
  await hold(fresh);
  try {
    sessionStorage.setItem(tabKey, fresh);
  } catch {
    // Forbidden storage: the draft then belongs to a tab that is gone, and is taken over after a reload.
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

/** The page before a reload may take a moment to let go. */
const patienceMilliseconds = 800;

/** False when another page has it. The browser frees it with the page. */
function hold(tab: string): Promise<boolean> {
  if (!globalThis.navigator?.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    navigator.locks
      .request(lockName(tab), { signal }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

async function livingTabs(): Promise<string[] | null> {
  const state = await globalThis.navigator?.locks?.query().catch(() => null);
  return state ? (state.held ?? []).flatMap(({ name }) => name ?? []) : null;
}

function keysWith(start: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter(
      (key) => key.startsWith(start),
    );
  } catch {
    return [];
  }
}

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    return kept && typeof kept.draft === 'object' ? kept : null;
  } catch {
    return null;
  }
}

function write(key: string, kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // Full or forbidden: what is saved is saved, the rest is as safe as the page.
  }
}
