import { atom, computed, map, type ReadableAtom } from 'nanostores';
import { ApiError } from '../client/api-error.ts';
import type { Portfolio } from '../contract/portfolios.ts';
import { type MergeConflict, mergePortfolio, type PortfolioList } from '../domain/portfolio-merge.ts';
import { isAlike, isSame } from '../domain/same-value.ts';
import { fetchOwnPortfolio, sendWrite } from './portfolio-calls.ts';
import { type Path, type Reading, readDraft } from './portfolio-checks.ts';
import { conflictPath, takeTheirs } from './portfolio-conflicts.ts';
import {
  type AnyEntry,
  addEntry,
  changeEntry,
  type EntryOf,
  entriesOf,
  featureProject,
  moveEntry,
  removeEntry,
} from './portfolio-document.ts';
import { createSaver, type SaveState } from './portfolio-saver.ts';
import { type Refusals, refusalsOf, settleDraft } from './portfolio-settle.ts';
import { nextWrite, type Write } from './portfolio-writes.ts';
import { $user } from './user.ts';

export type { MergeConflict, Portfolio, PortfolioList };

/** What was taken away last, for as long as it can be put back. */
export interface Removed {
  list: PortfolioList;
  entry: AnyEntry;
  index: number;
  wasFeatured: boolean;
}

/** What outlives the page: the two sides of every unsaved change, and texts that are not part of it yet. */
export interface KeptDraft {
  saved: Portfolio;
  draft: Portfolio;
  typed: Readonly<Record<Path, string>>;
  conflicts: readonly MergeConflict[];
}

export interface PortfolioEditor {
  /** As the person sees it, saved or not. */
  $draft: ReadableAtom<Portfolio>;
  /** As the server has it. */
  $saved: ReadableAtom<Portfolio>;
  $state: ReadableAtom<SaveState>;
  $problems: ReadableAtom<Reading['problems']>;
  $conflicts: ReadableAtom<readonly MergeConflict[]>;
  $removed: ReadableAtom<Removed | null>;
  /** Texts of fields that take effect when they are left: addresses, and what is about to be added. */
  $typed: ReadableAtom<Readonly<Record<Path, string>>>;
  set(changes: Partial<Portfolio>): void;
  change<List extends PortfolioList>(list: List, id: string, changes: Partial<EntryOf<List>>): void;
  add<List extends PortfolioList>(list: List, entry: EntryOf<List>): void;
  remove(list: PortfolioList, id: string): void;
  undoRemove(): void;
  forgetRemoved(): void;
  move(list: PortfolioList, id: string, index: number): void;
  feature(id: string | null): void;
  /** null: it has taken effect, or is dropped. */
  type(path: Path, text: string | null): void;
  resolve(conflict: MergeConflict, choice: 'mine' | 'theirs'): void;
  saveNow(): Promise<void>;
  /** What an import made of it: replaces all that is shown. */
  adopt(portfolio: Portfolio): void;
  /** Takes over what was kept. */
  restore(kept: KeptDraft): void;
  /** Null when there is nothing to keep. */
  $toKeep: ReadableAtom<KeptDraft | null>;
  follow(): () => void;
}

/** Made by the island from the page's portfolio, never shared. API-30 to API-33 as one document that saves itself. */
export function createPortfolioEditor(portfolio: Portfolio, ownerId: string): PortfolioEditor {
  const $saved = atom(portfolio);
  const $draft = atom(portfolio);
  const $conflicts = atom<readonly MergeConflict[]>([]);
  const $refusals = atom<Refusals>({});
  const $removed = atom<Removed | null>(null);
  const $typed = map<Record<Path, string>>({});
  let latest: Write | null = null;

  const $reading = computed(
    [$draft, $saved, $conflicts, $refusals],
    (draft, saved, conflicts, refusals): Reading =>
      readDraft(draft, saved, (path, value) => {
        if (conflicts.some((conflict) => conflictPath(conflict) === path)) return null;
        const refusal = refusals[path];
        return refusal && isAlike(refusal.value, value) ? refusal.message : undefined;
      }),
  );
  const next = (): Write | null => nextWrite($saved.get(), $reading.get().wanted);
  const saver = createSaver({ step, hasWork: () => next() !== null });

  async function step(): Promise<void> {
    const write = next();
    if (!write) return;
    const [saved, wanted] = [$saved.get(), $reading.get().wanted];
    // Taken, yet the answer tells otherwise: asking again would go on for ever.
    if (isSame(write, latest)) return refuse(write, wanted, new ApiError(400, null));
    try {
      const written = await sendWrite(write, saved);
      const now = $reading.get().wanted;
      $saved.set(written.saved);
      $draft.set(settleDraft({ ...written, draft: $draft.get(), wanted: now, write }));
      latest = write;
      if (write.kind === 'DELETE') $refusals.set({});
      if (written.saved.version > saved.version + 1) await catchUp(null);
    } catch (error) {
      latest = null;
      await recover(error, write, wanted);
    }
  }

  async function recover(error: unknown, write: Write, wanted: Portfolio): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { errorCode, status } = error;
    const isOfEntry = write.kind !== 'FIELDS' && write.kind !== 'CREATE';
    if (errorCode === 'STALE_WRITE' || (status === 404 && isOfEntry)) {
      const { version } = $saved.get();
      const theirs = await catchUp((error.body?.current as Portfolio | undefined) ?? null);
      if (theirs.version === version) throw error;
    } else if (isRefusal(error)) refuse(write, wanted, error);
    else throw error;
  }

  function refuse(write: Write, wanted: Portfolio, error: ApiError): void {
    const refused = refusalsOf(write, wanted, error);
    if (Object.keys(refused).length === 0) throw error;
    $refusals.set({ ...$refusals.get(), ...refused });
  }

  /** Somebody else wrote, this person in another tab for example. */
  async function catchUp(known: Portfolio | null): Promise<Portfolio> {
    const theirs = known ?? (await fetchOwnPortfolio());
    if (!theirs) throw new Error('The portfolio is gone');
    absorb($saved.get(), $draft.get(), theirs);
    return theirs;
  }

  function absorb(base: Portfolio, mine: Portfolio, theirs: Portfolio): void {
    const { merged, conflicts } = mergePortfolio(base, mine, theirs);
    const all = new Map([...$conflicts.get(), ...conflicts].map((one) => [conflictPath(one), one]));
    $conflicts.set([...all.values()]);
    $saved.set(theirs);
    $draft.set(featureProject(merged, merged.featuredProjectId));
  }

  function edit(draft: Portfolio): void {
    latest = null;
    $draft.set(draft);
    saver.changed();
  }

  function resolve(conflict: MergeConflict, choice: 'mine' | 'theirs'): void {
    $conflicts.set($conflicts.get().filter((one) => conflictPath(one) !== conflictPath(conflict)));
    edit(choice === 'theirs' ? takeTheirs($draft.get(), $saved.get(), conflict) : $draft.get());
    void saver.saveNow();
  }

  const $toKeep = computed([$draft, $saved, $typed, $conflicts], (draft, saved, typed, conflicts) => {
    const isSaved = nextWrite(saved, draft) === null && conflicts.length === 0;
    return isSaved && Object.keys(typed).length === 0 ? null : { draft, saved, typed, conflicts };
  });

  let shown: Reading['problems'] = {};
  /** Whoever watches problems draws again when there is another, not at every key. */
  function keepSame(problems: Reading['problems']): Reading['problems'] {
    if (!isSame(problems, shown)) shown = problems;
    return shown;
  }

  return {
    $draft,
    $saved,
    $state: saver.$state,
    $problems: computed($reading, ({ problems }) => keepSame(problems)),
    $conflicts,
    $removed,
    $typed,
    $toKeep,
    set: (changes) => edit({ ...$draft.get(), ...changes }),
    change: (list, id, changes) => edit(changeEntry($draft.get(), list, id, changes)),
    add: (list, entry) => edit(addEntry($draft.get(), list, entry)),
    move: (list, id, index) => edit(moveEntry($draft.get(), list, id, index)),
    feature: (id) => edit(featureProject($draft.get(), id)),
    resolve,
    saveNow: saver.saveNow,
    forgetRemoved: () => $removed.set(null),

    remove(list, id) {
      const draft = $draft.get();
      const index = entriesOf(draft, list).findIndex((entry) => entry.id === id);
      const entry = entriesOf(draft, list)[index];
      if (!entry) return;
      $removed.set({ list, entry, index, wasFeatured: draft.featuredProjectId === id });
      edit(removeEntry(draft, list, id));
    },

    undoRemove() {
      const removed = $removed.get();
      if (!removed) return;
      const { list, entry, index, wasFeatured } = removed;
      const restored = addEntry($draft.get(), list, entry as never, index);
      $removed.set(null);
      edit(wasFeatured ? featureProject(restored, entry.id) : restored);
    },

    type(path, text) {
      const { [path]: _, ...others } = $typed.get();
      $typed.set(text === null ? others : { ...others, [path]: text });
    },

    adopt(adopted) {
      $conflicts.set([]);
      $refusals.set({});
      $saved.set(adopted);
      $draft.set(adopted);
      saver.changed();
    },

    restore({ saved, draft, typed, conflicts }) {
      const restored = mergePortfolio(saved, draft, $draft.get());
      $typed.set({ ...typed, ...$typed.get() });
      $conflicts.set([...conflicts, ...restored.conflicts]);
      edit(featureProject(restored.merged, restored.merged.featuredProjectId));
    },

    follow() {
      const stop = saver.follow();
      const stopUser = $user.listen((user) => {
        if (user?.id === ownerId) void saver.saveNow();
        // The page shows what belongs to somebody else now.
        else if (user) location.reload();
      });
      return () => {
        stop();
        stopUser();
      };
    },
  };
}

/** What another value would mend; anything else is worth another try, or is final. */
function isRefusal({ status, errorCode }: ApiError): boolean {
  return status === 400 || errorCode === 'SLUG_TAKEN' || errorCode === 'LIMIT_REACHED';
}
