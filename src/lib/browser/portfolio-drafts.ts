import { draftPrefix } from './user-event.ts';

/**
 * What was typed into the portfolio's editor and is not saved yet, for a reload, a session that ended, or a dead network.
 * In storage that outlives the tab, with a place per tab: two tabs of one person do not write over each other. What a tab
 * that is gone left behind, the next one takes over. Logging out forgets it all.
 */
export interface DraftPlace {
  /** null: all is saved. False when the storage is full or forbidden. */
  keep(draft: object | null): boolean;
  /** What this tab, and tabs that are gone, left behind; the oldest first. */
  find(): Promise<Found[]>;
}

interface Found {
  /** Of whatever release: to be checked. */
  draft: unknown;
  /** Out of the way, for whoever looks for it; the next one that cannot be read takes its place. */
  putAside(): void;
}

const tabKey = 'liftoff:tab';

export async function openDrafts(portfolioId: string): Promise<DraftPlace> {
  const tab = await claimTab();
  const start = `${draftPrefix}${portfolioId}:`;
  const own = `${start}${tab}`;
  const aside = `${draftPrefix}aside:${portfolioId}`;
  return {
    keep: (draft) => write(own, draft && JSON.stringify({ at: Date.now(), draft })),

    async find() {
      const living = await livingTabs();
      // Without locks nobody can tell which tabs are still there: then each has its own only.
      const isFree = (key: string) =>
        key === own || (living !== null && !living.includes(lockName(key.slice(start.length))));
      const found = keysWith(start)
        .filter(isFree)
        .map((key) => ({ key, text: read(key) }));
      for (const { key } of found) if (key !== own) write(key, null);
      return found
        .map(({ text }) => ({ ...parse(text), putAside: () => void write(aside, text) }))
        .toSorted((one, other) => one.at - other.at);
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): { at: number; draft: unknown } {
  try {
    const kept = JSON.parse(text ?? 'null') as { at?: unknown; draft?: unknown } | null;
    return { at: Number(kept?.at) || 0, draft: kept?.draft };
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
