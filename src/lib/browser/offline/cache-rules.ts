/**
 * What the service worker may keep on the device, as rules without a browser. Only what the server marks as public for everybody is
 * kept, and only at addresses that belong to nobody. [APP-01]
 */

/**
 * What the worker does with a request: `page` asks the network first, `asset` and `picture` look in the cache first, and `network`
 * is left to the browser.
 */
export type Strategy = 'page' | 'asset' | 'picture' | 'network';

/** The most entries of each cache. The oldest one makes way. */
export const maxEntries = { page: 30, asset: 200, picture: 60 } as const;

/** Sections whose answers are for one person, one key or our own staff. They are never kept, whatever their headers say. */
const privateSections =
  /^\/(account|api|calendar|delivery-reports|dev|expert|health|media|shortlist|staff|unsubscribe)(\/|$)/;

type AnyRequest = Pick<Request, 'method' | 'url' | 'mode' | 'headers'>;

/** Chooses what the worker of `origin` does with a request. */
export function chooseStrategy({ method, url, mode, headers }: AnyRequest, origin: string): Strategy {
  const { origin: target, pathname } = new URL(url);
  if (method !== 'GET' || target !== origin || headers.has('Range')) return 'network';
  if (mode === 'navigate') return 'page';
  if (pathname.startsWith('/_astro/')) return 'asset';
  return pathname.startsWith('/images/') ? 'picture' : 'network';
}

/** A certificate is opened to check it: an old answer might call one valid that was revoked since. */
const checkedPages = /^\/certificates\/./;

/** Parameters that say where a visitor came from and change nothing on a page. */
const attributionParameter = /^(utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid)$/;

/**
 * Returns the address under which a page is kept: without its fragment and without the parameters of attribution. Returns null for a
 * page that is not kept: a private one, or one with another parameter, which may hold what somebody typed.
 */
export function pageKeyOf(url: string): string | null {
  const { origin, pathname, searchParams } = new URL(url);
  if (privateSections.test(pathname) || checkedPages.test(pathname)) return null;
  const isPlain = [...searchParams.keys()].every((name) => attributionParameter.test(name));
  return isPlain ? origin + pathname : null;
}

type AnyResponse = Pick<Response, 'status' | 'redirected' | 'headers'>;

/**
 * Tells whether a response may be kept: a complete one that the server marks as public and that depends on nothing but the encoding.
 * Whatever the server makes for a session is `private` or `no-store`.
 */
export function isPublicResponse({ status, redirected, headers }: AnyResponse): boolean {
  const control = listOf(headers.get('Cache-Control'));
  return (
    status === 200 &&
    !redirected &&
    control.includes('public') &&
    !control.some((one) => /^(private|no-store)\b/.test(one)) &&
    listOf(headers.get('Vary')).every((name) => name === 'accept-encoding')
  );
}

/**
 * Tells whether the page of a response, which is for one person, also has an answer for everybody. The worker asks for that one without
 * cookies.
 */
export const hasPublicVersion = ({ status, redirected, headers }: AnyResponse): boolean =>
  status === 200 && !redirected && headers.get('Public-Version') === '?1';

/** A kept page is not asked for again within this time where that takes a request of its own. */
const freshMilliseconds = 3_600_000;

/** Tells whether a kept answer is recent, by the time at which the server sent it. */
export const isRecent = ({ headers }: Pick<Response, 'headers'>, now: number): boolean =>
  now - Date.parse(headers.get('Date') ?? '') < freshMilliseconds;

/** Tells whether a response is a page that may be kept. */
export const isPublicPage = (response: AnyResponse): boolean =>
  isPublicResponse(response) && /^text\/html\b/.test(response.headers.get('Content-Type') ?? '');

const listOf = (header: string | null): string[] =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

/** Tells whether a request ends the session. What was kept of visited pages is then deleted. */
export const endsSession = ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
  method === 'POST' && /\/auth\/logout/.test(new URL(url).pathname);

/** Returns the addresses of the files that a page names and that never change. */
export const listAssets = (html: string): string[] => [
  ...new Set(html.match(/\/_astro\/[\w.-]+\.\w+/g) ?? []),
];
