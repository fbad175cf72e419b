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
export const isReadable = (row: unknown): boolean => hasReadableTimes(row, new Map());

/** `known` has the result of each row that several others share, so that it is read once. */
function hasReadableTimes(value: unknown, known: Map<object, boolean>): boolean {
  if (value instanceof Date) return isInstantInBounds(value);
  // The driver returns the time `infinity` as a number.
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return true;
  const found = known.get(value);
  if (found !== undefined) return found;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  const isEach = parts.every((part) => hasReadableTimes(part, known));
  known.set(value, isEach);
  return isEach;
}

/** Separates the rows that can be shown from those that cannot. */
export function separateUnreadable<Row>(
  rows: readonly Row[],
  describe: (row: Row) => UnreadableRow,
): { readable: Row[]; unreadable: UnreadableRow[] } {
  const known = new Map<object, boolean>();
  const readable = rows.filter((row) => hasReadableTimes(row, known));
  const unreadable =
    readable.length < rows.length ? rows.filter((row) => !hasReadableTimes(row, known)).map(describe) : [];
  return { readable, unreadable };
}
