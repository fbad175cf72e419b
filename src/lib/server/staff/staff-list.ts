import { snakeKey } from '#lib/domain/core/casing.ts';

/** A page of a staff list, as the lists' own functions give it. */
export interface StaffPage<T> {
  count: number;
  results: T[];
  /** Cursor of the page that follows; null on the last one. */
  after: string | null;
}

/** The address of the page after a cursor, with the same filters. */
export function nextHref(path: string, query: Record<string, unknown>, after: string | null): string | null {
  if (!after) return null;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after }))
    if (value !== undefined && value !== null && value !== '') search.set(snakeKey(name), String(value));
  return `${path}?${search}`;
}

export const presentPage = <T>(
  path: string,
  query: object,
  { count, results, after }: StaffPage<T>,
): { count: number; next: string | null; results: T[] } => ({
  count,
  next: nextHref(path, { ...query }, after),
  results,
});
