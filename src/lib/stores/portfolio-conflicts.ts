import type { Portfolio } from '../contract/portfolios.ts';
import type { MergeConflict } from '../domain/portfolio-merge.ts';
import { type Path, pathOf } from './portfolio-checks.ts';
import { addEntry, changeEntry, entriesOf, findEntry, removeEntry } from './portfolio-document.ts';

export const conflictPath = ({ list, id, field }: MergeConflict): Path => pathOf(list, id, field);

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
