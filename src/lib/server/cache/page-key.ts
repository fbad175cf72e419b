import type { IncomingHttpHeaders } from 'node:http';

/** A kind of pages that may be cached. */
export interface CachedRoute {
  /** The pathname in its only spelling: any other one is not cached. */
  path: RegExp;
  /** The parameters of the query that change the page. All others are ignored. */
  query: readonly string[];
}

/** Longer values name no page that many people open. */
const maxKeyLength = 300;

/**
 * Returns the address under which the answer to a request is cached: the path with the known parameters in one order. Returns
 * null for a request that never gets or makes a cached page: of another page or method, with an Authorization, a Range, or any
 * cookie besides `harmless` ones. `target` is the path with the query.
 */
export function findPageKey(
  routes: readonly CachedRoute[],
  harmless: ReadonlySet<string>,
  {
    method,
    target,
    headers,
  }: { method: string | undefined; target: string; headers: Readonly<IncomingHttpHeaders> },
): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (headers.authorization !== undefined || headers.range !== undefined) return null;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const route = routes.find((one) => one.path.test(path));
  if (!route || !areHarmless(headers.cookie, harmless)) return null;
  const key = at < 0 || !route.query.length ? path : path + readQuery(route, target.slice(at + 1));
  return key.length <= maxKeyLength ? key : null;
}

function areHarmless(cookies: string | undefined, harmless: ReadonlySet<string>): boolean {
  return cookies?.split(';').every((pair) => harmless.has(pair.split('=', 1)[0]?.trim() ?? '')) ?? true;
}

/** Returns the known parameters in the order of the route, each with its first value. */
function readQuery({ query }: CachedRoute, text: string): string {
  const given = new URLSearchParams(text);
  const known = new URLSearchParams();
  for (const name of query) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  return known.size ? `?${known}` : '';
}
