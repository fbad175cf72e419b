import { isEqual } from 'es-toolkit/predicate';
import { atom, computed, map } from 'nanostores';
import { ApiError } from '#lib/client/api-error.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import type { MergeConflict } from '#lib/domain/portfolio/merge-portfolio.ts';
import { conflictPath, mergeIntoDraft } from './conflict-merge.ts';
import type { FieldPath } from './document.ts';
import { findPendingChange, type PendingChange } from './pending-changes.ts';
import { reconcileDraft } from './reconcile-draft.ts';
import { findRejectedFields, type RejectedFields } from './rejected-fields.ts';
import { fetchOwnPortfolio, sendChange } from './send-change.ts';
import { createDraftValidator, type HoldCheck } from './validate-draft.ts';

export type SyncState = ReturnType<typeof createSyncState>;

/**
 * Creates the two documents (saved and draft), the changes between them, and the part of the draft that can
 * be saved.
 */
export function createSyncState(portfolio: Portfolio) {
  const $saved = atom(portfolio);
  const $draft = atom(portfolio);
  const $conflicts = atom<readonly MergeConflict[]>([]);
  const $rejected = atom<RejectedFields>({});
  const $uncommittedTexts = map<Record<FieldPath, string>>({});

  const validate = createDraftValidator();
  // A new function only when conflicts or rejections change, because the validator's cache depends on it.
  const $hold = computed(
    [$conflicts, $rejected],
    (conflicts, rejected): HoldCheck =>
      (path, value) => {
        if (conflicts.some((conflict) => conflictPath(conflict) === path)) return null;
        const rejection = rejected[path];
        return rejection && isEquivalent(rejection.value, value) ? rejection.message : undefined;
      },
  );
  const $validation = computed([$draft, $saved, $hold], (draft, saved, hold) => validate(draft, saved, hold));

  /** Merges what another tab or device saved into the draft, and takes it as saved. */
  function mergeRemote(base: Portfolio, mine: Portfolio, theirs: Portfolio): void {
    const merged = mergeIntoDraft({ base, mine, theirs, saved: theirs, conflicts: $conflicts.get() });
    $conflicts.set(merged.conflicts);
    $saved.set(theirs);
    $draft.set(merged.draft);
  }

  return { $saved, $draft, $conflicts, $rejected, $uncommittedTexts, $validation, mergeRemote };
}

/** A change and the document that it was found in. */
export interface QueuedChange {
  change: PendingChange;
  sendable: Portfolio;
}

/** Creates the portfolio's side of the autosave engine: which change is next, how to send it, how to resolve errors. */
export function createSaveQueue({ $saved, $draft, $rejected, $validation, mergeRemote }: SyncState) {
  let lastSent: PendingChange | null = null;

  function nextChange(): QueuedChange | null {
    const { sendable } = $validation.get();
    const change = findPendingChange($saved.get(), sendable);
    return change && { change, sendable };
  }

  async function send({ change }: QueuedChange): Promise<void> {
    // The server accepted this change but still returns another value: sending it again would never end.
    if (isEqual(change, lastSent)) throw new ApiError(400, null);
    const before = $saved.get();
    const { saved, entry } = await sendChange(change, before);
    const { sendable } = $validation.get();
    $saved.set(saved);
    $draft.set(reconcileDraft({ draft: $draft.get(), sendable, saved, change, entry }));
    lastSent = change;
    // A deleted entry makes room where a limit was reached.
    if (change.kind === 'DELETE') $rejected.set({});
    if (saved.version > before.version + 1) await fetchAndMerge();
  }

  /** Merges a conflicting version, or marks the fields that the server rejected. */
  async function resolveError(error: unknown, { change, sendable }: QueuedChange): Promise<boolean> {
    lastSent = null;
    if (!(error instanceof ApiError)) return false;
    const isOfEntry = change.kind !== 'FIELDS' && change.kind !== 'CREATE';
    if (error.errorCode === 'STALE_WRITE' || (error.status === 404 && isOfEntry)) {
      const { version } = $saved.get();
      const theirs = await fetchAndMerge((error.body?.current as Portfolio | undefined) ?? null);
      return theirs.version !== version;
    }
    if (!isRejection(error)) return false;
    const rejected = findRejectedFields(change, sendable, error);
    $rejected.set({ ...$rejected.get(), ...rejected });
    return Object.keys(rejected).length > 0;
  }

  /** Merges the current version of the server, which another tab or device has written. */
  async function fetchAndMerge(known: Portfolio | null = null): Promise<Portfolio> {
    const theirs = known ?? (await fetchOwnPortfolio());
    if (!theirs) throw new Error('The portfolio does not exist any more');
    mergeRemote($saved.get(), $draft.get(), theirs);
    return theirs;
  }

  /** Allows the last change to be sent again, because the person has edited since. */
  function resetLastSent(): void {
    lastSent = null;
  }

  return { nextChange, send, resolveError, fetchAndMerge, resetLastSent };
}

/** Returns whether another value would be accepted. Every other error is retried or final. */
function isRejection({ status, errorCode }: ApiError): boolean {
  return status === 400 || errorCode === 'SLUG_TAKEN' || errorCode === 'LIMIT_REACHED';
}
