import * as z from 'zod/mini';
import { HttpError } from '#lib/server/http/http-error.ts';
import { nextHref } from './staff-list.ts';

/**
 * The query of a call, read from a page's address. A value that means nothing is left out: a page answers, it does not
 * refuse. Filters are called in the address as in code.
 */
export function readPageQuery<S extends z.ZodMiniObject>(schema: S, search: URLSearchParams): z.output<S> {
  const said = new Map([...search].filter(([, value]) => value !== ''));
  const known: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = said.get(name);
    if (value !== undefined && z.safeParse(field as z.ZodMiniType, value).success) known[name] = value;
  }
  return z.parse(schema, known) as z.output<S>;
}

/** A page of a list; from its beginning where the address says no place that there is. */
export async function readPage<Query extends { after?: string | undefined }, Page>(
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

/** The same list from where this page ended. */
export function nextPage(url: URL, after: string | null): string | null {
  const filters = Object.fromEntries(
    [...url.searchParams].filter(([name]) => name !== 'after' && name !== 'done'),
  );
  return nextHref(url.pathname, filters, after);
}

/** The list from its beginning, where this page is further on. */
export function firstPage(url: URL): string | null {
  if (!url.searchParams.has('after')) return null;
  const search = new URLSearchParams(url.searchParams);
  search.delete('after');
  return search.size ? `${url.pathname}?${search}` : url.pathname;
}
