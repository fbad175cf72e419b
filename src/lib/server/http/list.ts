import type { Paging } from '#lib/contract/core/list.ts';
import { snakeKey } from '#lib/domain/core/casing.ts';

/** One page of rows and the total number of rows. */
export interface Page<T> {
  count: number;
  results: T[];
  /** Rows of the page that cannot be shown. */
  unreadable?: { id: string; reference: string }[] | undefined;
}

/** Returns one page of a list that is already in memory. */
export function pageOf<T>(all: readonly T[], { limit, offset }: Paging): Page<T> {
  return { count: all.length, results: all.slice(offset, offset + limit) };
}

/** Presents a page of a list: the rows, and the path of the next page with the same filters. */
export function presentList<T>(
  path: string,
  { limit, offset, ...filters }: Paging & Record<string, unknown>,
  { count, results, unreadable }: Page<T>,
): Page<T> & { next: string | null } {
  const rows = { results, ...(unreadable?.length && { unreadable }) };
  if (offset + limit >= count) return { count, next: null, ...rows };
  return { count, next: addressOf(path, { ...filters, limit, offset: offset + limit }), ...rows };
}

/** Returns the address of a list with these filters, in the wire's names; empty ones are left out. */
export function addressOf(path: string, query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(snakeKey(name), String(value));
  return `${path}?${search}`;
}
