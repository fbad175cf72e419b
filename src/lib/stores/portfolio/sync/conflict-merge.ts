import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { type MergeConflict, mergePortfolio } from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  addEntry,
  entriesOf,
  type FieldPath,
  findEntry,
  pathOf,
  removeEntry,
  setFeaturedProject,
  updateEntry,
} from './document.ts';

interface MergeInput {
  /** The version that both sides started from. */
  base: Portfolio;
  mine: Portfolio;
  /** The change that another tab, device or page has made to the base. */
  theirs: Portfolio;
  /** The portfolio as the server stores it. */
  saved: Portfolio;
  /** The conflicts that are still open. */
  conflicts: readonly MergeConflict[];
}

interface MergeResult {
  draft: Portfolio;
  conflicts: readonly MergeConflict[];
}

/**
 * Merges both sides into one draft, so that neither loses a change. Returns the draft and all open conflicts: values that
 * both sides changed, in which the draft has mine until the person chooses.
 */
export function mergeIntoDraft({ base, mine, theirs, saved, conflicts }: MergeInput): MergeResult {
  const result = mergePortfolio(base, mine, theirs);
  const draft = setFeaturedProject(result.merged, result.merged.featuredProjectId);
  return { draft, conflicts: filterOpenConflicts([...conflicts, ...result.conflicts], draft, saved) };
}

export const conflictPath = ({ list, id, field }: MergeConflict): FieldPath => pathOf(list, id, field);

/** Returns the current values of both sides, which may have changed since the conflict was found. Null: no such entry. */
export function getConflictSides(
  { list, id, field }: MergeConflict,
  draft: Portfolio,
  saved: Portfolio,
): { mine: unknown; theirs: unknown } {
  const valueIn = (portfolio: Portfolio): unknown => {
    const whole = list === null || id === null ? portfolio : findEntry(portfolio, list, id);
    return whole && field !== null ? (whole as unknown as Record<string, unknown>)[field] : (whole ?? null);
  };
  return { mine: valueIn(draft), theirs: valueIn(saved) };
}

/** Returns one conflict per path, the latest, without those whose sides are equivalent by now. */
function filterOpenConflicts(
  conflicts: readonly MergeConflict[],
  draft: Portfolio,
  saved: Portfolio,
): MergeConflict[] {
  const byPath = new Map(conflicts.map((conflict) => [conflictPath(conflict), conflict]));
  return [...byPath.values()].filter((conflict) => {
    const { mine, theirs } = getConflictSides(conflict, draft, saved);
    return !isEquivalent(mine ?? null, theirs ?? null);
  });
}

/** Returns the draft with the saved side of a conflict. */
export function applyTheirs(
  draft: Portfolio,
  saved: Portfolio,
  { list, id, field }: MergeConflict,
): Portfolio {
  if (list === null || id === null)
    return field ? { ...draft, [field]: saved[field as keyof Portfolio] } : draft;
  const theirs = findEntry(saved, list, id);
  if (!theirs) return removeEntry(draft, list, id);
  const index = entriesOf(saved, list).indexOf(theirs);
  if (!findEntry(draft, list, id)) return addEntry(draft, list, theirs as never, index);
  const value = field ? (theirs as Record<string, unknown>)[field] : undefined;
  return field ? updateEntry(draft, list, id, { [field]: value }) : draft;
}
