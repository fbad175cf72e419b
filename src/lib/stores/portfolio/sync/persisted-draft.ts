import { isEqual } from 'es-toolkit/predicate';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import {
  type MergeConflict,
  type PortfolioList,
  portfolioLists,
  portfolioParts,
} from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  type AnyEntry,
  createBlankEntry,
  entriesOf,
  type FieldPath,
  pickWritableFields,
} from './document.ts';
import type { RemovedEntry } from './undo-removal.ts';

/** Raised when an older draft would be misread. */
const shape = 1;

/**
 * All data of the editor that must survive the page: both sides of each unsaved change, and values that are
 * never saved.
 */
export interface PersistedDraft {
  shape: number;
  /** The latest version that this page knew; the next page may have been rendered before it. */
  version: number;
  /** The fields and lists that differ. Of an entry that does not differ, its id alone. */
  saved: Partial<Portfolio>;
  draft: Partial<Portfolio>;
  typed: Readonly<Record<FieldPath, string>>;
  conflicts: readonly MergeConflict[];
  removed: readonly RemovedEntry[];
  /** Pictures that are being uploaded. */
  sending: readonly FieldPath[];
}

export interface RestoredDraft extends PersistedDraft {
  saved: Portfolio;
  draft: Portfolio;
}

type SerializeInput = Omit<RestoredDraft, 'shape' | 'version'>;

const singleFields = [...portfolioParts.fields, ...portfolioParts.sets, 'featuredProjectId'] as const;

/** Returns what must be stored on the device, or null when everything is saved. */
export function serializeDraft({ saved, draft, ...rest }: SerializeInput): PersistedDraft | null {
  const names = singleFields.filter((name) => !isEqual(saved[name], draft[name]));
  const lists = portfolioLists.filter((list) => !isEqual(saved[list], draft[list]));
  const { typed, conflicts, removed, sending } = rest;
  const hasOther = [Object.keys(typed), conflicts, removed, sending].some(({ length }) => length > 0);
  if (names.length === 0 && lists.length === 0 && !hasOther) return null;
  const pickDifferent = (own: Portfolio, other: Portfolio) =>
    Object.fromEntries([
      ...names.map((name) => [name, own[name]]),
      ...lists.map((list) => [list, entriesOf(own, list).map((entry) => shortenEntry(list, entry, other))]),
    ]);
  return {
    shape,
    version: saved.version,
    ...rest,
    saved: pickDifferent(saved, draft),
    draft: pickDifferent(draft, saved),
  };
}

function shortenEntry(list: PortfolioList, entry: AnyEntry, others: Portfolio): AnyEntry | { id: string } {
  const other = entriesOf(others, list).find(({ id }) => id === entry.id);
  const isChanged = !other || !isEqual(pickWritableFields(list, entry), pickWritableFields(list, other));
  return isChanged ? entry : { id: entry.id };
}

/**
 * Parses a stored draft, which another release may have written. A part that is missing or malformed is taken from
 * `current`. Throws when it is not a draft at all.
 */
export function parsePersistedDraft(stored: unknown, current: Portfolio): RestoredDraft {
  if (!isRecord(stored) || !isRecord(stored.saved) || !isRecord(stored.draft))
    throw new Error('The stored draft cannot be read');
  if ((stored.shape ?? shape) !== shape) throw new Error('Another release wrote the stored draft');
  return {
    shape,
    version: typeof stored.version === 'number' ? stored.version : 0,
    saved: parsePortfolio(stored.saved, current),
    draft: parsePortfolio(stored.draft, current),
    typed: Object.fromEntries(
      Object.entries(isRecord(stored.typed) ? stored.typed : {}).flatMap(([path, text]) =>
        typeof text === 'string' ? [[path, text]] : [],
      ),
    ),
    conflicts: listRecords(stored.conflicts).filter(isConflict),
    removed: listRecords(stored.removed).flatMap(parseRemoved),
    sending: (Array.isArray(stored.sending) ? stored.sending : []).filter((path) => typeof path === 'string'),
  };
}

type UnknownRecord = Readonly<Record<string, unknown>>;

function parsePortfolio(stored: UnknownRecord, current: Portfolio): Portfolio {
  const portfolio: Record<string, unknown> = { ...current };
  for (const name of singleFields)
    if (hasTypeOf(name, stored[name], current[name])) portfolio[name] = stored[name];
  for (const list of portfolioLists)
    if (Array.isArray(stored[list]))
      portfolio[list] = listRecords(stored[list]).flatMap((item) => parseEntry(list, item));
  return portfolio as unknown as Portfolio;
}

function parseEntry(list: PortfolioList, item: UnknownRecord): AnyEntry[] {
  if (typeof item.id !== 'string') return [];
  const entry: Record<string, unknown> = { ...createBlankEntry(list), id: item.id };
  for (const [name, blank] of Object.entries(entry))
    if (hasTypeOf(name, item[name], blank)) entry[name] = item[name];
  return [entry as unknown as AnyEntry];
}

/** Returns whether a stored value has the type of an example of the same field. */
function hasTypeOf(name: string, value: unknown, example: unknown): boolean {
  if (name === 'coverImage') return value === null || (isRecord(value) && typeof value.source === 'string');
  if (example === null || name === 'featuredProjectId') return value === null || typeof value === 'string';
  if (Array.isArray(example)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === typeof example;
}

function parseRemoved(item: UnknownRecord): RemovedEntry[] {
  const { list, entry, index, wasFeatured, at } = item;
  if (!isList(list) || !isRecord(entry) || typeof index !== 'number' || typeof at !== 'number') return [];
  return parseEntry(list, entry).map((one) => ({
    list,
    entry: one,
    index,
    at,
    wasFeatured: wasFeatured === true,
  }));
}

function isConflict(item: UnknownRecord): item is UnknownRecord & MergeConflict {
  const { list, id, field } = item;
  if (list === null) return typeof field === 'string' && singleFields.some((name) => name === field);
  return isList(list) && typeof id === 'string' && (field === null || typeof field === 'string');
}

const isList = (name: unknown): name is PortfolioList => portfolioLists.some((list) => list === name);
const listRecords = (value: unknown): UnknownRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
