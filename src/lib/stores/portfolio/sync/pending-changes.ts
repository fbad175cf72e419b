import { isEqual } from 'es-toolkit/predicate';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { findNextMove } from '#lib/domain/portfolio/list-order.ts';
import { portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';
import { type AnyEntry, entriesOf, pickWritableFields } from './document.ts';

/** The server stores the entries of these lists as rows; the other lists are sent as a whole. */
const rowLists = ['links', 'projects', 'publishedWorks'] as const;
export type RowList = (typeof rowLists)[number];

const wholeFields = [...portfolioParts.fields, ...portfolioParts.sets, 'experience', 'education'] as const;

export type FieldValues = Readonly<Record<string, unknown>>;

/** One difference between the saved portfolio and the draft; saving it takes one request. */
export type PendingChange =
  | { kind: 'FIELDS'; changes: FieldValues }
  | { kind: 'DELETE'; list: RowList; id: string }
  | { kind: 'CREATE'; list: RowList; id: string; order: number; fields: FieldValues }
  | { kind: 'UPDATE'; list: RowList; id: string; changes: FieldValues }
  | { kind: 'MOVE'; list: RowList; id: string; order: number }
  | { kind: 'FEATURE'; id: string; isFeatured: boolean };

/**
 * Returns the next change to save, or null when everything is saved. It compares the two documents each time, so a
 * change cannot be queued twice or forgotten.
 */
export function findPendingChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  return findFieldChanges(saved, draft) ?? findEntryChange(saved, draft) ?? findFeaturedChange(saved, draft);
}

function findFieldChanges(saved: Portfolio, draft: Portfolio): PendingChange | null {
  const changes = pickChanged(wholeFields, saved, draft);
  return changes && { kind: 'FIELDS', changes };
}

function findEntryChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  for (const list of rowLists) {
    const [rows, entries] = [entriesOf(saved, list), entriesOf(draft, list)];
    const change =
      findDeleted(list, rows, entries) ??
      findCreated(list, rows, entries) ??
      findUpdated(list, rows, entries);
    if (change) return change;
    const move = findNextMove(
      rows.map(({ id }) => id),
      entries.map(({ id }) => id),
    );
    if (move) return { kind: 'MOVE', list, id: move.name, order: move.index };
  }
  return null;
}

type Entries = readonly AnyEntry[];

function findDeleted(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  const deleted = rows.find(({ id }) => !entries.some((entry) => entry.id === id));
  return deleted ? { kind: 'DELETE', list, id: deleted.id } : null;
}

function findCreated(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  const order = entries.findIndex((entry) => !rows.some(({ id }) => id === entry.id));
  const entry = entries[order];
  if (!entry) return null;
  return { kind: 'CREATE', list, id: entry.id, order, fields: pickWritableFields(list, entry) };
}

function findUpdated(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  for (const entry of entries) {
    const row = rows.find(({ id }) => id === entry.id);
    const changes = row && pickChanged(portfolioParts.lists[list], { ...row }, { ...entry });
    if (changes) return { kind: 'UPDATE', list, id: entry.id, changes };
  }
  return null;
}

/** API-33 */
function findFeaturedChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  const [before, after] = [saved.featuredProjectId, draft.featuredProjectId];
  if (before === after) return null;
  if (after !== null) return { kind: 'FEATURE', id: after, isFeatured: true };
  return before === null ? null : { kind: 'FEATURE', id: before, isFeatured: false };
}

function pickChanged(names: readonly string[], saved: FieldValues, draft: FieldValues): FieldValues | null {
  const changed = names.filter((name) => !isEqual(saved[name], draft[name]));
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, draft[name]])) : null;
}
