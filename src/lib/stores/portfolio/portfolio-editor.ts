import { isEqual } from 'es-toolkit/predicate';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { type DraftStorage, openDraftStorage } from '#lib/browser/portfolio-draft-storage.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { MergeConflict, PortfolioList } from '#lib/domain/portfolio/merge-portfolio.ts';
import { $user, type User } from '#lib/stores/account/user.ts';
import { Autosave, type AutosaveState } from '#lib/stores/core/autosave.ts';
import { type CoverUploads, createCoverUploads, isCoverOf, withCover } from './cover-uploads.ts';
import { applyTheirs, conflictPath, mergeIntoDraft } from './sync/conflict-merge.ts';
import * as edits from './sync/document.ts';
import { createImportHistory, type ImportHistory } from './sync/import-history.ts';
import { type PersistedDraft, parsePersistedDraft, serializeDraft } from './sync/persisted-draft.ts';
import { createSaveQueue, type QueuedChange } from './sync/save-queue.ts';
import { createSyncState, type SyncState } from './sync/sync-state.ts';
import { createRemovalHistory, type RemovalHistory, type RemovedEntry } from './sync/undo-removal.ts';
import type { DraftValidation } from './sync/validate-draft.ts';

export type { AutosaveState, MergeConflict, PersistedDraft, Portfolio, PortfolioList, RemovedEntry };

export interface PortfolioEditor extends EditActions, ImportHistory {
  /** The portfolio as the person sees it, saved or not. */
  $draft: ReadableAtom<Portfolio>;
  /** The portfolio as the server stores it. */
  $saved: ReadableAtom<Portfolio>;
  $state: ReadableAtom<AutosaveState>;
  /** Error messages by path: invalid and rejected values, failed uploads. */
  $errors: ReadableAtom<DraftValidation['errors']>;
  $conflicts: ReadableAtom<readonly MergeConflict[]>;
  $lastRemoved: ReadableAtom<RemovedEntry | null>;
  $removedCount: ReadableAtom<number>;
  /** Texts that are not part of the draft yet: addresses while they are typed, and entries that are being added. */
  $uncommittedTexts: ReadableAtom<Readonly<Record<edits.FieldPath, string>>>;
  /** The data that the device must store; null when everything is saved. */
  $unsavedDraft: ReadableAtom<PersistedDraft | null>;
  /** False when the device stores nothing, because its storage is full or forbidden. */
  $isPersisted: ReadableAtom<boolean>;
  uploads: CoverUploads;
  saveNow(): Promise<void>;
  /** Merges a stored draft. Throws when it cannot be read. */
  restoreDraft(stored: unknown): void;
  /** Starts saving, and storing drafts when `storage` is given. Returns a function that stops. */
  startSync(storage?: DraftStorage | null): () => void;
}

interface EditActions {
  updateFields(changes: Partial<Portfolio>): void;
  updateEntry<List extends PortfolioList>(
    list: List,
    id: string,
    changes: Partial<edits.EntryOf<List>>,
  ): void;
  addEntry<List extends PortfolioList>(list: List, entry: edits.EntryOf<List>): void;
  removeEntry(list: PortfolioList, id: string): void;
  undoRemoval(): void;
  clearRemoved(): void;
  moveEntry(list: PortfolioList, id: string, index: number): void;
  /** Features one project, or none when null (API-33). */
  markAsFeatured(projectId: string | null): void;
  /**
   * Sets the text of a field that is not part of the draft yet; null after it is saved to the draft or
   * dropped.
   */
  setUncommittedText(path: edits.FieldPath, text: string | null): void;
  resolveConflict(conflict: MergeConflict, choice: 'mine' | 'theirs'): void;
}

/**
 * Creates the store of one editor page: a draft of the portfolio that saves itself. Every edit goes into the draft; the
 * autosave engine sends what differs from the saved portfolio. [API-30 to API-33]
 */
export function createPortfolioEditor(portfolio: Portfolio, ownerId: string): PortfolioEditor {
  const state = createSyncState(portfolio);
  const { $saved, $draft, $conflicts, $uncommittedTexts } = state;
  const queue = createSaveQueue(state);
  const removals = createRemovalHistory();
  const uploads = createCoverUploads((path, cover) => edit(withCover($draft.get(), path, cover)));
  const $unsavedDraft = computed(
    [$draft, $saved, $uncommittedTexts, $conflicts, removals.$all, uploads.$sending],
    (draft, saved, typed, conflicts, removed, sending) =>
      serializeDraft({ draft, saved, typed, conflicts, removed, sending }),
  );
  const $isPersisted = atom(true);
  let draftStorage: DraftStorage | null | undefined;
  const autosave = new Autosave<QueuedChange>({
    nextChange: queue.nextChange,
    send: queue.send,
    resolveError: queue.resolveError,
    persist() {
      if (draftStorage !== undefined) $isPersisted.set(draftStorage?.store($unsavedDraft.get()) ?? false);
    },
  });

  function edit(draft: Portfolio): void {
    queue.resetLastSent();
    $draft.set(draft);
    autosave.scheduleSave();
  }

  return {
    $draft,
    $saved,
    $state: autosave.$state,
    $errors: createErrors(state, uploads),
    $conflicts,
    $lastRemoved: removals.$last,
    $removedCount: computed(removals.$all, ({ length }) => length),
    $uncommittedTexts,
    $unsavedDraft,
    $isPersisted,
    uploads,
    saveNow: () => autosave.saveNow(),
    ...createImportHistory(state, edit, () => autosave.scheduleSave()),
    ...createEditActions(state, removals, uploads, edit, () => autosave.saveNow()),

    restoreDraft(stored) {
      const restored = parsePersistedDraft(stored, $draft.get());
      edit(mergeRestored(state, restored, removals, uploads));
      // The page was rendered while the page before it was still saving.
      if (restored.version > $saved.get().version) queue.fetchAndMerge().catch(() => {});
    },

    startSync(storage) {
      draftStorage = storage;
      const stopPersisting = $unsavedDraft.listen(() => autosave.schedulePersist());
      const stopSaving = autosave.start((onLogin) => listenForOwner(ownerId, onLogin));
      const stopOwner = $user.listen((user) => user?.id === ownerId && updateOwner(state, user));
      return () => {
        stopSaving();
        stopOwner();
        stopPersisting();
        uploads.cancelAll();
      };
    },
  };
}

/** Shows the owner's name and picture as they are now; the account stores them, not the portfolio. */
function updateOwner({ $saved, $draft }: SyncState, { firstName, lastName, avatar }: User): void {
  for (const $document of [$saved, $draft])
    $document.set({ ...$document.get(), owner: { firstName, lastName, avatar } });
}

/** Calls back when the owner has logged in again. Returns a function that stops. */
function listenForOwner(ownerId: string, onLogin: () => void): () => void {
  return $user.listen((user) => {
    if (user?.id === ownerId) onLogin();
    // The page shows the data of another person.
    else if (user) location.reload();
  });
}

function createEditActions(
  { $draft, $saved, $conflicts, $uncommittedTexts }: SyncState,
  removals: RemovalHistory,
  uploads: CoverUploads,
  edit: (draft: Portfolio) => void,
  saveNow: () => Promise<void>,
): EditActions {
  return {
    updateFields: (changes) => edit({ ...$draft.get(), ...changes }),
    updateEntry: (list, id, changes) => edit(edits.updateEntry($draft.get(), list, id, changes)),
    addEntry: (list, entry) => edit(edits.addEntry($draft.get(), list, entry)),
    moveEntry: (list, id, index) => edit(edits.moveEntry($draft.get(), list, id, index)),
    markAsFeatured: (projectId) => edit(edits.setFeaturedProject($draft.get(), projectId)),
    undoRemoval: () => edit(removals.undo($draft.get())),
    clearRemoved: removals.clear,

    removeEntry(list, id) {
      uploads.cancelOf(list, id);
      edit(removals.remove($draft.get(), list, id));
    },

    setUncommittedText(path, text) {
      const { [path]: _, ...others } = $uncommittedTexts.get();
      $uncommittedTexts.set(text === null ? others : { ...others, [path]: text });
    },

    resolveConflict(conflict, choice) {
      $conflicts.set($conflicts.get().filter((one) => conflictPath(one) !== conflictPath(conflict)));
      edit(choice === 'theirs' ? applyTheirs($draft.get(), $saved.get(), conflict) : $draft.get());
      void saveNow();
    },
  };
}

/** Returns one object as long as its messages stay the same, so that nothing is rendered again at every key. */
function createErrors({ $validation }: SyncState, uploads: CoverUploads): PortfolioEditor['$errors'] {
  let latest: DraftValidation['errors'] = {};
  return computed([$validation, uploads.$failures], ({ errors }, failures) => {
    const all = { ...failures, ...errors };
    if (!isEqual(all, latest)) latest = all;
    return latest;
  });
}

/** Merges a stored draft into the state and returns the new draft. */
function mergeRestored(
  { $draft, $saved, $conflicts, $uncommittedTexts }: SyncState,
  { saved, draft, typed, conflicts, removed, sending }: ReturnType<typeof parsePersistedDraft>,
  removals: RemovalHistory,
  uploads: CoverUploads,
): Portfolio {
  const merged = mergeIntoDraft({
    base: saved,
    mine: draft,
    theirs: $draft.get(),
    saved: $saved.get(),
    conflicts: [...$conflicts.get(), ...conflicts],
  });
  $uncommittedTexts.set({ ...typed, ...$uncommittedTexts.get() });
  $conflicts.set(merged.conflicts);
  removals.restore(removed, merged.draft);
  uploads.restore(sending.filter((path) => isCoverOf(merged.draft, path)));
  return merged.draft;
}

/**
 * Restores the drafts that earlier pages left on the device, and starts saving. Calls `onReady` once input is safe, or
 * `$isPersisted` says that it may not be. Returns a function that stops.
 */
export async function startPortfolioEditor(
  editor: PortfolioEditor,
  portfolioId: string,
  onReady: () => void,
): Promise<() => void> {
  const storage = await openDraftStorage(portfolioId).catch(() => null);
  for (const { draft, quarantine } of (await storage?.load().catch(() => null)) ?? []) {
    try {
      editor.restoreDraft(draft);
    } catch {
      quarantine();
    }
  }
  const stop = editor.startSync(storage);
  onReady();
  return stop;
}
