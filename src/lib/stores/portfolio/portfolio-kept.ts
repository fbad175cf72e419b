import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import {
  type MergeConflict,
  type PortfolioList,
  portfolioLists,
  portfolioParts,
} from '#lib/domain/portfolio/portfolio-merge.ts';
import type { Path } from './portfolio-checks.ts';
import { type AnyEntry, blankEntry, entriesOf, writtenFields } from './portfolio-document.ts';
import type { Removed } from './portfolio-removals.ts';

/** Counts up when what is kept can no longer be read as what it was. */
const shape = 1;

/** What outlives the page: the two sides of every unsaved change, and what is not part of the portfolio yet. */
export interface KeptDraft {
  shape: number;
  /** What the server had by then; the page that comes next may have been made before it. */
  version: number;
  /** The parts that differ; of entries that do not, the id alone. */
  saved: Partial<Portfolio>;
  draft: Partial<Portfolio>;
  typed: Readonly<Record<Path, string>>;
  conflicts: readonly MergeConflict[];
  removed: readonly Removed[];
  /** Pictures on their way. */
  sending: readonly Path[];
}

export interface ReadDraft extends KeptDraft {
  saved: Portfolio;
  draft: Portfolio;
}

interface Unsaved extends Omit<KeptDraft, 'shape' | 'version' | 'saved' | 'draft'> {
  saved: Portfolio;
  draft: Portfolio;
}

const single = [...portfolioParts.fields, ...portfolioParts.sets, 'featuredProjectId'] as const;

/** Null when there is nothing to keep. */
export function keptDraft({ saved, draft, ...rest }: Unsaved): KeptDraft | null {
  const names = single.filter((name) => !isSame(saved[name], draft[name]));
  const lists = portfolioLists.filter((list) => !isSame(saved[list], draft[list]));
  const { typed, conflicts, removed, sending } = rest;
  const isAnyOther = [Object.keys(typed), conflicts, removed, sending].some(({ length }) => length > 0);
  if (names.length === 0 && lists.length === 0 && !isAnyOther) return null;
  const parts = (own: Portfolio, other: Portfolio) =>
    Object.fromEntries([
      ...names.map((name) => [name, own[name]]),
      ...lists.map((list) => [list, entriesOf(own, list).map((entry) => short(list, entry, other))]),
    ]);
  return { shape, version: saved.version, ...rest, saved: parts(saved, draft), draft: parts(draft, saved) };
}

function short(list: PortfolioList, entry: AnyEntry, others: Portfolio): AnyEntry | { id: string } {
  const other = entriesOf(others, list).find(({ id }) => id === entry.id);
  const isChanged = !other || !isSame(writtenFields(list, entry), writtenFields(list, other));
  return isChanged ? entry : { id: entry.id };
}

/**
 * What was kept, by this release or another: a part that is missing or not understood is as it is at `present`.
 * @throws when it is nothing of the kind
 */
export function readKept(kept: unknown, present: Portfolio): ReadDraft {
  if (!isRecord(kept) || !isRecord(kept.saved) || !isRecord(kept.draft) || (kept.shape ?? shape) !== shape)
    throw new Error('What was kept cannot be read');
  return {
    shape,
    version: typeof kept.version === 'number' ? kept.version : 0,
    saved: readParts(kept.saved, present),
    draft: readParts(kept.draft, present),
    typed: Object.fromEntries(
      Object.entries(isRecord(kept.typed) ? kept.typed : {}).flatMap(([path, text]) =>
        typeof text === 'string' ? [[path, text]] : [],
      ),
    ),
    conflicts: itemsOf(kept.conflicts).filter(isConflict),
    removed: itemsOf(kept.removed).flatMap(readRemoved),
    sending: (Array.isArray(kept.sending) ? kept.sending : []).filter((path) => typeof path === 'string'),
  };
}

type Unknown = Readonly<Record<string, unknown>>;

function readParts(kept: Unknown, present: Portfolio): Portfolio {
  const parts: Record<string, unknown> = { ...present };
  for (const name of single) if (fits(name, kept[name], present[name])) parts[name] = kept[name];
  for (const list of portfolioLists)
    if (Array.isArray(kept[list])) parts[list] = itemsOf(kept[list]).flatMap((item) => readEntry(list, item));
  return parts as unknown as Portfolio;
}

function readEntry(list: PortfolioList, item: Unknown): AnyEntry[] {
  if (typeof item.id !== 'string') return [];
  const entry: Record<string, unknown> = { ...blankEntry(list), id: item.id };
  for (const [name, blank] of Object.entries(entry))
    if (fits(name, item[name], blank)) entry[name] = item[name];
  return [entry as unknown as AnyEntry];
}

function fits(name: string, value: unknown, like: unknown): boolean {
  if (name === 'coverImage') return value === null || (isRecord(value) && typeof value.source === 'string');
  if (like === null || name === 'featuredProjectId') return value === null || typeof value === 'string';
  if (Array.isArray(like)) return Array.isArray(value) && value.every((word) => typeof word === 'string');
  return typeof value === typeof like;
}

function readRemoved(item: Unknown): Removed[] {
  const { list, entry, index, wasFeatured, at } = item;
  if (!isList(list) || !isRecord(entry) || typeof index !== 'number' || typeof at !== 'number') return [];
  return readEntry(list, entry).map((one) => ({
    list,
    entry: one,
    index,
    at,
    wasFeatured: wasFeatured === true,
  }));
}

function isConflict(item: Unknown): item is Unknown & MergeConflict {
  const { list, id, field } = item;
  if (list === null) return typeof field === 'string' && single.some((name) => name === field);
  return isList(list) && typeof id === 'string' && (field === null || typeof field === 'string');
}

const isList = (name: unknown): name is PortfolioList => portfolioLists.some((list) => list === name);
const itemsOf = (value: unknown): Unknown[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function isRecord(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
