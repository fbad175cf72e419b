import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import {
  type MergeConflict,
  mergePortfolio,
  type PortfolioList,
} from '#lib/domain/portfolio/portfolio-merge.ts';
import { $user } from '#lib/stores/account/user.ts';
import type { Path, Reading } from './portfolio-checks.ts';
import { conflictPath, openConflicts, takeTheirs } from './portfolio-conflicts.ts';
import {
  addEntry,
  changeEntry,
  type EntryOf,
  featureProject,
  findEntry,
  moveEntry,
} from './portfolio-document.ts';
import { type KeptDraft, keptDraft, readKept } from './portfolio-kept.ts';
import { createRemovals, type Removed } from './portfolio-removals.ts';
import { createSaver, type SaveState } from './portfolio-saver.ts';
import { createPortfolioState } from './portfolio-state.ts';
import { createSteps } from './portfolio-steps.ts';
import { type CoverUploads, createCoverUploads, isCoverOf } from './portfolio-uploads.ts';

export type { KeptDraft, MergeConflict, Portfolio, PortfolioList, Removed };

export interface PortfolioEditor {
  /** As the person sees it, saved or not. */
  $draft: ReadableAtom<Portfolio>;
  /** As the server has it. */
  $saved: ReadableAtom<Portfolio>;
  $state: ReadableAtom<SaveState>;
  $problems: ReadableAtom<Reading['problems']>;
  $conflicts: ReadableAtom<readonly MergeConflict[]>;
  /** What was taken away last, and how much can be put back one after another. */
  $removed: ReadableAtom<Removed | null>;
  $removedCount: ReadableAtom<number>;
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
  /** The pictures on their way. */
  uploads: CoverUploads;
  /** What an import made of it; what is not saved yet stays as it is typed. */
  adopt(portfolio: Portfolio): void;
  /** Takes over what was kept. @throws when it cannot be read */
  restore(kept: unknown): void;
  /** Null when there is nothing to keep. */
  $toKeep: ReadableAtom<KeptDraft | null>;
  /** False where the device keeps nothing: its storage is full or forbidden. */
  $isKept: WritableAtom<boolean>;
  follow(): () => void;
}

/** Made by the island from the page's portfolio, never shared. API-30 to API-33 as one document that saves itself. */
export function createPortfolioEditor(portfolio: Portfolio, ownerId: string): PortfolioEditor {
  const state = createPortfolioState(portfolio);
  const { $saved, $draft, $conflicts, $typed, $reading, absorb } = state;
  const steps = createSteps(state);
  const saver = createSaver({ step: steps.step, hasWork: () => steps.next() !== null });
  const removals = createRemovals();
  const uploads = createCoverUploads((list, id, coverImage) => {
    if (findEntry($draft.get(), list, id)) edit(changeEntry($draft.get(), list, id, { coverImage }));
  });

  function edit(draft: Portfolio): void {
    steps.forgetLatest();
    $draft.set(draft);
    saver.changed();
  }

  function resolve(conflict: MergeConflict, choice: 'mine' | 'theirs'): void {
    $conflicts.set($conflicts.get().filter((one) => conflictPath(one) !== conflictPath(conflict)));
    edit(choice === 'theirs' ? takeTheirs($draft.get(), $saved.get(), conflict) : $draft.get());
    void saver.saveNow();
  }

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
    $problems: computed([$reading, uploads.$failures], ({ problems }, failures) =>
      keepSame({ ...failures, ...problems }),
    ),
    $conflicts,
    $removed: removals.$latest,
    $removedCount: computed(removals.$all, ({ length }) => length),
    $typed,
    $toKeep: computed(
      [$draft, $saved, $typed, $conflicts, removals.$all, uploads.$sending],
      (draft, saved, typed, conflicts, removed, sending) =>
        keptDraft({ draft, saved, typed, conflicts, removed, sending }),
    ),
    $isKept: atom(true),
    uploads,
    set: (changes) => edit({ ...$draft.get(), ...changes }),
    change: (list, id, changes) => edit(changeEntry($draft.get(), list, id, changes)),
    add: (list, entry) => edit(addEntry($draft.get(), list, entry)),
    move: (list, id, index) => edit(moveEntry($draft.get(), list, id, index)),
    feature: (id) => edit(featureProject($draft.get(), id)),
    resolve,
    saveNow: saver.saveNow,
    forgetRemoved: removals.forget,

    remove(list, id) {
      uploads.cancelOf(list, id);
      edit(removals.remove($draft.get(), list, id) ?? $draft.get());
    },

    undoRemove: () => edit(removals.undo($draft.get()) ?? $draft.get()),

    type(path, text) {
      const { [path]: _, ...others } = $typed.get();
      $typed.set(text === null ? others : { ...others, [path]: text });
    },

    adopt(adopted) {
      absorb($saved.get(), $draft.get(), adopted);
      saver.changed();
    },

    restore(kept) {
      const { version, saved, draft, typed, conflicts, removed, sending } = readKept(kept, $draft.get());
      const { merged, conflicts: found } = mergePortfolio(saved, draft, $draft.get());
      const restored = featureProject(merged, merged.featuredProjectId);
      $typed.set({ ...typed, ...$typed.get() });
      $conflicts.set(openConflicts([...$conflicts.get(), ...conflicts, ...found], restored, $saved.get()));
      removals.restore(removed, restored);
      uploads.restore(sending.filter((path) => isCoverOf(restored, path)));
      edit(restored);
      // The page was made while the one before it was still saving; the next write would tell too.
      if (version > $saved.get().version) steps.catchUp().catch(() => {});
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
        uploads.cancelAll();
      };
    },
  };
}
