import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import type { MergeConflict } from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  addEntry,
  entriesOf,
  type FieldPath,
  findEntry,
  pathOf,
  removeEntry,
  updateEntry,
} from './document.ts';

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
export function filterOpenConflicts(
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
