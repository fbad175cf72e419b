import type { Paging } from '#lib/contract/core/list.ts';
import { snakeKey } from '#lib/domain/core/casing.ts';

/** One page of rows and how many there are in all. */
export interface Page<T> {
  count: number;
  results: T[];
}

/** The page of a list that is in memory already. */
export function pageOf<T>(all: readonly T[], { limit, offset }: Paging): Page<T> {
  return { count: all.length, results: all.slice(offset, offset + limit) };
}

/** The answer of a list call: the page, and the path of the one that follows with the same filters. */
export function presentList<T>(
  path: string,
  { limit, offset, ...filters }: Paging & Record<string, unknown>,
  { count, results }: Page<T>,
): Page<T> & { next: string | null } {
  if (offset + limit >= count) return { count, next: null, results };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) search.set(snakeKey(name), String(value));
  search.set('limit', String(limit));
  search.set('offset', String(offset + limit));
  return { count, next: `${path}?${search}`, results };
}
