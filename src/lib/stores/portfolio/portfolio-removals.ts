import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import type { PortfolioList } from '#lib/domain/portfolio/portfolio-merge.ts';
import {
  type AnyEntry,
  addEntry,
  entriesOf,
  featureProject,
  findEntry,
  removeEntry,
} from './portfolio-document.ts';

/** What was taken away, for as long as it can be put back. */
export interface Removed {
  list: PortfolioList;
  entry: AnyEntry;
  index: number;
  wasFeatured: boolean;
  /** When, in milliseconds. */
  at: number;
}

export interface Removals {
  /** The latest first to come back. */
  $all: ReadableAtom<readonly Removed[]>;
  $latest: ReadableAtom<Removed | null>;
  /** The draft without it; null when it is not there. */
  remove(draft: Portfolio, list: PortfolioList, id: string): Portfolio | null;
  /** The draft with the latest back where it stood; null when there is nothing to put back. */
  undo(draft: Portfolio): Portfolio | null;
  forget(): void;
  /** After a reload; what was taken away long ago stays away. */
  restore(kept: readonly Removed[], draft: Portfolio): void;
}

const longestMilliseconds = 2 * 60_000;

/** One after another can be put back, the latest first. */
export function createRemovals(): Removals {
  const $all = atom<readonly Removed[]>([]);
  return {
    $all,
    $latest: computed($all, (all) => all.at(-1) ?? null),

    remove(draft, list, id) {
      const index = entriesOf(draft, list).findIndex((entry) => entry.id === id);
      const entry = entriesOf(draft, list)[index];
      if (!entry) return null;
      const wasFeatured = draft.featuredProjectId === id;
      $all.set([...$all.get(), { list, entry, index, wasFeatured, at: Date.now() }]);
      return removeEntry(draft, list, id);
    },

    undo(draft) {
      const removed = $all.get().at(-1);
      if (!removed) return null;
      $all.set($all.get().slice(0, -1));
      const { list, entry, index, wasFeatured } = removed;
      const restored = addEntry(draft, list, entry as never, index);
      return wasFeatured ? featureProject(restored, entry.id) : restored;
    },

    forget: () => $all.set([]),

    restore(kept, draft) {
      const since = Date.now() - longestMilliseconds;
      const recent = kept.filter(
        ({ at, list, entry }) => at >= since && findEntry(draft, list, entry.id) === undefined,
      );
      $all.set([...$all.get(), ...recent]);
    },
  };
}
