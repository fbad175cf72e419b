import { atom, computed, map } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isAlike } from '#lib/domain/core/is-equivalent.ts';
import { type MergeConflict, mergePortfolio } from '#lib/domain/portfolio/portfolio-merge.ts';
import { createReader, type Hold, type Path } from './portfolio-checks.ts';
import { conflictPath, openConflicts } from './portfolio-conflicts.ts';
import { featureProject } from './portfolio-document.ts';
import type { Refusals } from './portfolio-settle.ts';

/** All that the editor knows of one portfolio, and what can be sent of it. */
export function createPortfolioState(portfolio: Portfolio) {
  const $saved = atom(portfolio);
  const $draft = atom(portfolio);
  const $conflicts = atom<readonly MergeConflict[]>([]);
  const $refusals = atom<Refusals>({});
  const $typed = map<Record<Path, string>>({});

  const read = createReader();
  /** Another function only when there is something else to hold back. */
  const $hold = computed(
    [$conflicts, $refusals],
    (conflicts, refusals): Hold =>
      (path, value) => {
        if (conflicts.some((conflict) => conflictPath(conflict) === path)) return null;
        const refusal = refusals[path];
        return refusal && isAlike(refusal.value, value) ? refusal.message : undefined;
      },
  );
  const $reading = computed([$draft, $saved, $hold], (draft, saved, hold) => read(draft, saved, hold));

  /** What somebody else wrote comes to what is typed here: nothing of either is dropped. */
  function absorb(base: Portfolio, mine: Portfolio, theirs: Portfolio): void {
    const { merged, conflicts } = mergePortfolio(base, mine, theirs);
    const draft = featureProject(merged, merged.featuredProjectId);
    $conflicts.set(openConflicts([...$conflicts.get(), ...conflicts], draft, theirs));
    $saved.set(theirs);
    $draft.set(draft);
  }

  return { $saved, $draft, $conflicts, $refusals, $typed, $reading, absorb };
}

export type PortfolioState = ReturnType<typeof createPortfolioState>;
