import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isAlike } from '#lib/domain/core/is-equivalent.ts';
import type { MergeConflict } from '#lib/domain/portfolio/portfolio-merge.ts';
import { type Path, pathOf } from './portfolio-checks.ts';
import { addEntry, changeEntry, entriesOf, findEntry, removeEntry } from './portfolio-document.ts';

export const conflictPath = ({ list, id, field }: MergeConflict): Path => pathOf(list, id, field);

/** What stands on both sides by now: the person may have gone on typing, and somebody else too. null: no such entry. */
export function sidesOf(
  { list, id, field }: MergeConflict,
  draft: Portfolio,
  saved: Portfolio,
): { mine: unknown; theirs: unknown } {
  const side = (portfolio: Portfolio): unknown => {
    const whole = list === null || id === null ? portfolio : findEntry(portfolio, list, id);
    return whole && field !== null ? (whole as unknown as Record<string, unknown>)[field] : (whole ?? null);
  };
  return { mine: side(draft), theirs: side(saved) };
}

/** Each place once, the latest question last; without those that both sides have answered alike. */
export function openConflicts(
  conflicts: readonly MergeConflict[],
  draft: Portfolio,
  saved: Portfolio,
): MergeConflict[] {
  const byPlace = new Map(conflicts.map((one) => [conflictPath(one), one]));
  return [...byPlace.values()].filter((one) => {
    const { mine, theirs } = sidesOf(one, draft, saved);
    return !isAlike(mine ?? null, theirs ?? null);
  });
}

/** The draft once the person has chosen what stands on the server. */
export function takeTheirs(
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
  return field ? changeEntry(draft, list, id, { [field]: value }) : draft;
}
