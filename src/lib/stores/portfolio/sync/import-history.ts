import { atom, type ReadableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { mergePortfolio, portfolioLists, portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';
import { setFeaturedProject } from './document.ts';
import type { SyncState } from './sync-state.ts';

/** The last import: the portfolio before and after it, and what it did in words. */
export interface LastImport {
  before: Portfolio;
  after: Portfolio;
  summary: string;
}

export interface ImportHistory {
  /** The import that can be undone. */
  $lastImport: ReadableAtom<LastImport | null>;
  /** Merges the portfolio that an import has saved; unsaved edits stay. */
  mergeImported(after: Portfolio, report: Omit<LastImport, 'after'>): void;
  /** Undoes the last import as a whole; later edits stay. */
  undoImport(): void;
  clearImport(): void;
}

/** Creates the part of the editor that takes over an import and can undo it. */
export function createImportHistory(
  { $draft, $saved, mergeRemote }: SyncState,
  edit: (draft: Portfolio) => void,
  scheduleSave: () => void,
): ImportHistory {
  const $lastImport = atom<LastImport | null>(null);
  return {
    $lastImport,
    clearImport: () => $lastImport.set(null),

    mergeImported(after, report) {
      mergeRemote($saved.get(), $draft.get(), after);
      $lastImport.set({ ...report, after });
      scheduleSave();
    },

    undoImport() {
      const last = $lastImport.get();
      $lastImport.set(null);
      if (last) edit(withoutImport($draft.get(), last));
    },
  };
}

/**
 * Returns the draft without an import: added entries are removed and replaced values are put back. What the person has
 * changed since the import stays, also in an imported entry.
 */
function withoutImport(draft: Portfolio, { before, after }: LastImport): Portfolio {
  const { merged } = mergePortfolio(after, draft, before);
  const own: Readonly<Record<string, unknown>> = { ...merged };
  const names = [...portfolioParts.fields, ...portfolioParts.sets, ...portfolioLists];
  const restored = { ...draft, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
  return setFeaturedProject(restored, merged.featuredProjectId);
}
