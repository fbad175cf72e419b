import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { PortfolioList } from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  type AnyEntry,
  addEntry,
  entriesOf,
  findEntry,
  removeEntry,
  setFeaturedProject,
} from './document.ts';

/** A removed entry and what is needed to put it back. */
export interface RemovedEntry {
  list: PortfolioList;
  entry: AnyEntry;
  index: number;
  wasFeatured: boolean;
  /** Time of the removal in milliseconds. */
  at: number;
}

export interface RemovalHistory {
  /** The last item is undone first. */
  $all: ReadableAtom<readonly RemovedEntry[]>;
  $last: ReadableAtom<RemovedEntry | null>;
  /** Returns the draft without the entry. */
  remove(draft: Portfolio, list: PortfolioList, id: string): Portfolio;
  /** Returns the draft with the last removed entry at its former position. */
  undo(draft: Portfolio): Portfolio;
  clear(): void;
  /** Restores the history of an earlier page. Old removals can no longer be undone. */
  restore(removed: readonly RemovedEntry[], draft: Portfolio): void;
}

const maxAgeMilliseconds = 2 * 60_000;

/** Creates the history of removed entries, which are put back one by one, the last first. */
export function createRemovalHistory(): RemovalHistory {
  const $all = atom<readonly RemovedEntry[]>([]);
  return {
    $all,
    $last: computed($all, (all) => all.at(-1) ?? null),

    remove(draft, list, id) {
      const index = entriesOf(draft, list).findIndex((entry) => entry.id === id);
      const entry = entriesOf(draft, list)[index];
      if (!entry) return draft;
      const wasFeatured = draft.featuredProjectId === id;
      $all.set([...$all.get(), { list, entry, index, wasFeatured, at: Date.now() }]);
      return removeEntry(draft, list, id);
    },

    undo(draft) {
      const last = $all.get().at(-1);
      if (!last) return draft;
      $all.set($all.get().slice(0, -1));
      const { list, entry, index, wasFeatured } = last;
      const restored = addEntry(draft, list, entry as never, index);
      return wasFeatured ? setFeaturedProject(restored, entry.id) : restored;
    },

    clear: () => $all.set([]),

    restore(removed, draft) {
      const since = Date.now() - maxAgeMilliseconds;
      const recent = removed.filter(
        ({ at, list, entry }) => at >= since && findEntry(draft, list, entry.id) === undefined,
      );
      $all.set([...$all.get(), ...recent]);
    },
  };
}
