import * as z from 'zod/mini';
import type { UnreadableRow } from '#lib/server/core/readable-rows.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { addressOf } from '#lib/server/http/list.ts';

/** One page of a staff list. */
export interface ListPage<T> {
  count: number;
  results: T[];
  /** Rows of the page that cannot be shown. */
  unreadable?: UnreadableRow[] | undefined;
  /** The cursor of the next page; null on the last one. */
  after: string | null;
}

/** Returns a list's page as the API sends it, with the path of the next page. */
export const presentPage = <T>(
  path: string,
  query: object,
  { count, results, unreadable, after }: ListPage<T>,
): { count: number; next: string | null; results: T[]; unreadable?: UnreadableRow[] } => ({
  count,
  next: nextHref(path, { ...query }, after),
  results,
  ...(unreadable?.length && { unreadable }),
});

const nextHref = (path: string, query: Record<string, unknown>, after: string | null): string | null =>
  after === null ? null : addressOf(path, { ...query, after });

/** The pager of a list: the number of rows, the number of shown rows, the next page, and the first one. */
export interface PagerLinks {
  count: number;
  shown: number;
  /** Rows of the page that cannot be shown. */
  unreadable?: readonly UnreadableRow[];
  next: string | null;
  /** Null on the first page. */
  first: string | null;
}

export interface LoadedPage<T, Query> extends ListPage<T> {
  query: Query;
  pager: PagerLinks;
}

type ListQuery = { limit: number; after?: string | undefined };

/**
 * Loads the page of a list that a staff page's address names, 50 rows at a time unless given. `schema` is the endpoint's
 * query.
 */
export async function loadListPage<S extends z.ZodMiniObject, T>(
  url: URL,
  schema: S,
  list: (query: z.output<S> & ListQuery) => Promise<ListPage<T>>,
  limit = 50,
): Promise<LoadedPage<T, z.output<S>>> {
  const query = { ...parsePageQuery(schema, url.searchParams), limit };
  const page = await loadPage(list, query as z.output<S> & ListQuery);
  const { count, results, unreadable = [], after } = page;
  const filters = [...url.searchParams].filter(([name]) => name !== 'after' && name !== 'done');
  const pager = {
    count,
    shown: results.length,
    unreadable,
    next: nextHref(url.pathname, Object.fromEntries(filters), after),
    first: firstPageHref(url),
  };
  return { ...page, query, pager };
}

/**
 * Parses the query of an endpoint from a page's address. An invalid value is left out, because a page shows what it can
 * where the API would reject the request. Filters have the same names in the address as in code.
 */
export function parsePageQuery<S extends z.ZodMiniObject>(schema: S, search: URLSearchParams): z.output<S> {
  const values = new Map([...search].filter(([, value]) => value !== ''));
  const valid: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = values.get(name);
    if (value !== undefined && z.safeParse(field as z.ZodMiniType, value).success) valid[name] = value;
  }
  return z.parse(schema, valid) as z.output<S>;
}

/** Loads a page of a list, and its first page where the cursor in the address is invalid. */
export async function loadPage<Query extends { after?: string | undefined }, Page>(
  list: (query: Query) => Promise<Page>,
  query: Query,
): Promise<Page> {
  try {
    return await list(query);
  } catch (error) {
    if (!(error instanceof HttpError) || !('after' in error.body('').fieldErrors)) throw error;
    return list({ ...query, after: undefined });
  }
}

function firstPageHref(url: URL): string | null {
  if (!url.searchParams.has('after')) return null;
  const search = new URLSearchParams(url.searchParams);
  search.delete('after');
  return search.size ? `${url.pathname}?${search}` : url.pathname;
}
