import { formerOriginParameter } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import { PageCache } from './cache/page-cache.ts';
import type { CachedRoute } from './cache/page-key.ts';
import { type Db, listen } from './db/index.ts';
import { eventSearchParameters } from './events/search-query.ts';
import { jobSearchParameters } from './hiring/jobs/search-query.ts';

/** Pages from the database that are the same for everybody. Each names its tags by `Astro.cache.set`. */
const routes: readonly CachedRoute[] = [
  { path: /^\/certificates\/[\dA-Z]{12}\/$/, query: [] },
  { path: /^\/certificates\/[\dA-Z]{12}\/(credential\.json|badge\.png)$/, query: [] },
  { path: /^\/certificates\/status\/\d{1,4}\.json$/, query: [formerOriginParameter] },
  { path: /^\/og\/certificates\/[\dA-Z]{12}-\d{1,4}-[a-z]+\.png$/, query: [] },
  { path: /^\/moonshot\/$/, query: [] },
  { path: /^\/moonshot\/jobs\/$/, query: jobSearchParameters },
  { path: /^\/moonshot\/jobs\/[a-z\d-]{1,120}\/$/, query: [] },
  { path: /^\/moonshot\/employers\/[a-z\d-]{1,120}\/$/, query: [] },
  { path: /^\/events\/$/, query: eventSearchParameters },
  // A form that was posted without a session comes back with this.
  { path: /^\/events\/[a-z\d-]{1,120}\/$/, query: ['auth'] },
  { path: /^\/portfolios\/[a-z\d-]{1,120}\/$/, query: [] },
];

/**
 * For `Astro.cache.set`: a page that may be cached until a write has one of the tags, and for a minute at most. What the clock
 * alone changes, as "Apply until tomorrow", may be that late, as on a page that somebody opened a minute ago.
 */
export const cachedUntilWrite = (...tags: string[]): { maxAge: number; tags: string[] } => ({
  maxAge: 60,
  tags,
});

/** The cookies of attribution, which only the API and forms read, and that of the consent, which only scripts read. [TRACK-02] */
const harmlessCookies = ['utm_first', 'utm_session', 'ref_code', 'og_referer', 'consent'];

/**
 * Opens the cache of pages, from which triggers of the database remove what a write has touched: in this process before the
 * write returns, in others by NOTIFY. Call it before the first query.
 */
export async function openPageCache(db: Db): Promise<{ pages: PageCache; close(): Promise<void> }> {
  const pages = new PageCache({ routes, harmlessCookies });
  const close = await listen(db, 'page_cache', {
    onNotify: (tag) => pages.purge([tag]),
    onGap: () => pages.clear(),
  });
  return { pages, close };
}
