import { atom, computed, map } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import type { MergeConflict } from '#lib/domain/portfolio/merge-portfolio.ts';
import { conflictPath, mergeIntoDraft } from './conflict-merge.ts';
import type { FieldPath } from './document.ts';
import type { RejectedFields } from './rejected-fields.ts';
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
