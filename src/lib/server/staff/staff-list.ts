import { addressOf } from '#lib/server/http/list.ts';

/** A page of a staff list, as the lists' own functions give it. */
export interface StaffPage<T> {
  count: number;
  results: T[];
  /** Cursor of the page that follows; null on the last one. */
  after: string | null;
}

/** Returns the address of the page after a cursor, with the same filters; null on the last page. */
export function nextHref(path: string, query: Record<string, unknown>, after: string | null): string | null {
  return after === null ? null : addressOf(path, { ...query, after });
}

/** Presents a page of a staff list with the address of the next one. */
export const presentPage = <T>(
  path: string,
  query: object,
  { count, results, after }: StaffPage<T>,
): { count: number; next: string | null; results: T[] } => ({
  count,
  next: nextHref(path, { ...query }, after),
  results,
});
