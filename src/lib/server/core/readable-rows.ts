import { isInstantInBounds } from '#lib/domain/core/calendar.ts';

/**
 * A stored row may have a time that no page can show, for example one that was written directly in SQL. Lists show such a row
 * as an entry that cannot be shown, and all others as usual. [C-29]
 */

/** A row that cannot be shown. */
export interface UnreadableRow {
  id: string;
  /** The reference that staff look it up by: a number, a title or the id. */
  reference: string;
}

/** Returns whether every time in a row, and in the rows within it, exists and is within the bounds. */
export function isReadable(value: unknown): boolean {
  if (value instanceof Date) return isInstantInBounds(value);
  // The driver returns the time `infinity` as a number.
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isReadable);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(isReadable);
}

/** Separates the rows that can be shown from those that cannot. */
export function separateUnreadable<Row>(
  rows: readonly Row[],
  describe: (row: Row) => UnreadableRow,
): { readable: Row[]; unreadable: UnreadableRow[] } {
  const readable = rows.filter(isReadable);
  const unreadable =
    readable.length < rows.length ? rows.filter((row) => !isReadable(row)).map(describe) : [];
  return { readable, unreadable };
}
