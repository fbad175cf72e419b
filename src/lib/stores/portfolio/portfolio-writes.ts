import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import { nextMove } from '#lib/domain/portfolio/list-order.ts';
import { portfolioParts } from '#lib/domain/portfolio/portfolio-merge.ts';
import { type AnyEntry, entriesOf, writtenFields } from './portfolio-document.ts';

/** The lists whose entries the server keeps one by one; the others are written whole. */
export const rowLists = ['links', 'projects', 'publishedWorks'] as const;
export type RowList = (typeof rowLists)[number];

const wholeFields = [...portfolioParts.fields, ...portfolioParts.sets, 'experience', 'education'] as const;

export type Fields = Readonly<Record<string, unknown>>;

/** One call that brings the saved portfolio a step nearer to the wanted one. */
export type Write =
  | { kind: 'FIELDS'; changes: Fields }
  | { kind: 'DELETE'; list: RowList; id: string }
  | { kind: 'CREATE'; list: RowList; id: string; order: number; fields: Fields }
  | { kind: 'UPDATE'; list: RowList; id: string; changes: Fields }
  | { kind: 'MOVE'; list: RowList; id: string; order: number }
  | { kind: 'FEATURE'; id: string; isFeatured: boolean };

/** Null when all is saved. Told from the two states alone, so that nothing can be queued twice or forgotten. */
export function nextWrite(saved: Portfolio, wanted: Portfolio): Write | null {
  return writeFields(saved, wanted) ?? firstOf(rowLists, saved, wanted) ?? writeStar(saved, wanted);
}

function writeFields(saved: Portfolio, wanted: Portfolio): Write | null {
  const changes = changed(wholeFields, saved, wanted);
  return changes && { kind: 'FIELDS', changes };
}

function firstOf(lists: readonly RowList[], saved: Portfolio, wanted: Portfolio): Write | null {
  for (const list of lists) {
    const [rows, entries] = [entriesOf(saved, list), entriesOf(wanted, list)];
    const write = remove(list, rows, entries) ?? create(list, rows, entries) ?? update(list, rows, entries);
    if (write) return write;
    const move = nextMove(
      rows.map(({ id }) => id),
      entries.map(({ id }) => id),
    );
    if (move) return { kind: 'MOVE', list, id: move.name, order: move.index };
  }
  return null;
}

function remove(list: RowList, rows: readonly AnyEntry[], entries: readonly AnyEntry[]): Write | null {
  const gone = rows.find(({ id }) => !entries.some((entry) => entry.id === id));
  return gone ? { kind: 'DELETE', list, id: gone.id } : null;
}

function create(list: RowList, rows: readonly AnyEntry[], entries: readonly AnyEntry[]): Write | null {
  const isSaved = (entry: AnyEntry) => rows.some(({ id }) => id === entry.id);
  const place = entries.findIndex((entry) => !isSaved(entry));
  const entry = entries[place];
  if (!entry) return null;
  return { kind: 'CREATE', list, id: entry.id, order: place, fields: writtenFields(list, entry) };
}

function update(list: RowList, rows: readonly AnyEntry[], entries: readonly AnyEntry[]): Write | null {
  for (const entry of entries) {
    const row = rows.find(({ id }) => id === entry.id);
    const changes = row && changed(portfolioParts.lists[list], { ...row }, { ...entry });
    if (changes) return { kind: 'UPDATE', list, id: entry.id, changes };
  }
  return null;
}

function writeStar(saved: Portfolio, wanted: Portfolio): Write | null {
  const [was, is] = [saved.featuredProjectId, wanted.featuredProjectId];
  if (was === is) return null;
  if (is !== null) return { kind: 'FEATURE', id: is, isFeatured: true };
  return was === null ? null : { kind: 'FEATURE', id: was, isFeatured: false };
}

function changed(names: readonly string[], saved: Fields, wanted: Fields): Fields | null {
  const different = names.filter((name) => !isSame(saved[name], wanted[name]));
  return different.length > 0 ? pick(different, wanted) : null;
}

const pick = (names: readonly string[], from: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
