import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { PreparedHead } from '../http/node/prepared-head.ts';
import type { Header } from '../http/security-headers.ts';
import { answerFrom, type CachedPage, createCachedPage } from './cached-page.ts';
import { type CachedRoute, findPageKey } from './page-key.ts';
import { publicVersionHeader } from './public-version.ts';

interface PageCacheOptions {
  routes: readonly CachedRoute[];
  /** Names of cookies that change no page. A page is rendered without them. */
  harmlessCookies: readonly string[];
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  maxPages?: number;
  maxBytes?: number;
}

interface Stored {
  page: CachedPage;
  /** When the page may no longer be sent. */
  endsAt: number;
}

/** A page that is being rendered. */
interface Flight {
  result: Promise<{ response: Response; page: CachedPage | null }>;
  /** Tags that were purged meanwhile; null once everything was. */
  purged: Set<string> | null;
}

/** How often pages are removed whose time has passed and that nobody has asked for since. */
const sweepMs = 60_000;

/** What a page may depend on: the network's address, by which guesses are counted. */
const renderedHeaders = new Set(['host', 'x-forwarded-for']);

/**
 * Whole answers of pages from the database, with their compressed bodies, in this process, for visitors who are nobody in
 * particular. Pages choose themselves by `Astro.cache.set`; `purge` removes those that a write has touched. A page that was being
 * rendered during a purge of its tags is sent to those who waited for it and not stored. Keys and bytes are bounded. (design.md)
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #harmless: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #pages: LRUCache<string, Stored>;
  readonly #keysByTag = new Map<string, Set<string>>();
  #sweptAt: number;
  readonly #flights = new Map<string, Flight>();
  /** All flights, also those that nobody may join any more, because something was purged since they began. */
  readonly #running = new Set<Flight>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#harmless = new Set(options.harmlessCookies);
    this.#now = options.now ?? (() => performance.now());
    this.#sweptAt = this.#now();
    this.#pages = new LRUCache<string, Stored>({
      max: options.maxPages ?? 5000,
      maxSize: options.maxBytes ?? 24 * 1024 * 1024,
      sizeCalculation: ({ page }, key) => page.bytes + key.length,
      dispose: ({ page }, key) => this.#forgetTags(page, key),
    });
  }

  /** Requests since the start: answered from memory, rendered, and answered by what another request rendered. */
  readonly requests = { hit: 0, miss: 0, joined: 0 };

  /** The number of pages and of their bytes. */
  get size(): { pages: number; bytes: number; tags: number } {
    const { size: pages, calculatedSize: bytes } = this.#pages;
    return { pages, bytes, tags: this.#keysByTag.size };
  }

  /**
   * Creates the function that answers a request of Node from the cache and returns true. Otherwise it returns false, and gives a
   * request that may be cached the address without what its page ignores.
   */
  createListener(headers: readonly Header[]) {
    // The headers of a page stay the same while it is stored, so the whole head is created once.
    const prepared = new WeakMap<string[], PreparedHead>();
    const prepare = (status: number, own: string[]): PreparedHead => {
      const known = prepared.get(own);
      if (known) return known;
      // A page may have a policy and a lifetime of its own.
      const missing = headers.filter(([name]) => !own.includes(name.toLowerCase()));
      const head = new PreparedHead(status, [...missing.flat(), ...own, 'Cache-Status', 'liftoff; hit']);
      prepared.set(own, head);
      return head;
    };
    return (req: IncomingMessage, res: ServerResponse): boolean => {
      const { method, url: target = '' } = req;
      const key = findPageKey(this.#options.routes, this.#harmless, { method, target, headers: req.headers });
      if (key === null) return false;
      const page = this.#find(key);
      if (!page) {
        req.url = key;
        return false;
      }
      this.requests.hit += 1;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = req.headers;
      const answer = answerFrom(page, { method, acceptEncoding, ifNoneMatch });
      prepare(answer.status, answer.headers).send(req, res, answer.body);
      return true;
    };
  }

  /**
   * Answers a request for a page from the cache, or by `render`, which runs once for requests at the same time. Requests that
   * may not be cached are passed on as they are.
   */
  async respond(request: Request, render: (request: Request) => Promise<Response>): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const target = pathname + search;
    const { method } = request;
    const headers = Object.fromEntries(request.headers);
    const key = findPageKey(this.#options.routes, this.#harmless, { method, target, headers });
    if (method !== 'GET' || key !== target) return withPublicVersion(await render(request));
    const found = this.#find(key);
    const joined = this.#flights.get(key);
    this.requests[found ? 'hit' : joined ? 'joined' : 'miss'] += 1;
    if (found) return this.#toResponse(found, request, 'hit');
    const { page, response } = await (joined ?? this.#start(key, anonymous(request), render)).result;
    if (page) return this.#toResponse(page, request, 'fwd=miss');
    // An answer that is not stored, as that to an unknown id, belongs to the request that it was made for.
    return withoutTags(joined ? await render(anonymous(request)) : response);
  }

  /** Removes every page with one of the tags. */
  purge(tags: readonly string[]): void {
    this.#flights.clear();
    for (const tag of tags) {
      for (const flight of this.#running) flight.purged?.add(tag);
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#pages.delete(key);
    }
  }

  /** Removes everything, because purges may have been missed. */
  clear(): void {
    this.#flights.clear();
    for (const flight of this.#running) flight.purged = null;
    this.#pages.clear();
  }

  #find(key: string): CachedPage | null {
    const stored = this.#pages.get(key);
    if (!stored) return null;
    if (stored.endsAt > this.#now()) return stored.page;
    this.#pages.delete(key);
    return null;
  }

  #start(key: string, request: Request, render: (request: Request) => Promise<Response>): Flight {
    // The page may be as old as this, because its rows are read after it.
    const begun = this.#now();
    const run = async () => {
      const response = await render(request);
      return { response, page: await createCachedPage(response) };
    };
    const flight: Flight = { purged: new Set(), result: run() };
    this.#flights.set(key, flight);
    this.#running.add(flight);
    flight.result
      .then(({ page }) => {
        if (page && flight.purged && !page.tags.some((tag) => flight.purged?.has(tag)))
          this.#store(key, { page, endsAt: begun + page.maxAgeMs });
      })
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(flight);
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      });
    return flight;
  }

  #store(key: string, stored: Stored): void {
    this.#sweep();
    this.#pages.set(key, stored);
    // A page that is larger than the whole cache is not kept.
    if (!this.#pages.has(key)) return;
    for (const tag of stored.page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }

  /** Removes pages that may no longer be sent. Those that nobody asks for again would stay in memory. */
  #sweep(): void {
    const now = this.#now();
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    for (const [key, { endsAt }] of this.#pages.entries()) if (endsAt <= now) this.#pages.delete(key);
  }

  #forgetTags(page: CachedPage, key: string): void {
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  #toResponse(page: CachedPage, request: Request, how: 'hit' | 'fwd=miss'): Response {
    const { status, headers, body } = answerFrom(page, {
      method: request.method,
      acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
      ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
    });
    const sent = new Headers([['Cache-Status', `liftoff; ${how}`]]);
    for (let at = 0; at < headers.length; at += 2) sent.append(headers[at] ?? '', headers[at + 1] ?? '');
    return new Response(body, { status, headers: sent });
  }
}

/** Returns a request for the same page with nothing of the visitor but the address, and with what Astro's adapter has attached. */
function anonymous(request: Request): Request {
  const copy = new Request(request.url, {
    headers: [...request.headers].filter(([name]) => renderedHeaders.has(name)),
  });
  for (const symbol of Object.getOwnPropertySymbols(request))
    if (Symbol.keyFor(symbol)?.startsWith('astro.')) Reflect.set(copy, symbol, Reflect.get(request, symbol));
  return copy;
}

/** Returns an answer that is not for everybody. Where the cache could have one for everybody, a header says so. */
function withPublicVersion(response: Response): Response {
  if (response.status === 200 && response.headers.has('Cache-Tag'))
    response.headers.set(publicVersionHeader, '?1');
  return withoutTags(response);
}

/** Removes what only the cache reads. */
function withoutTags(response: Response): Response {
  for (const name of ['CDN-Cache-Control', 'Cache-Tag']) response.headers.delete(name);
  return response;
}
