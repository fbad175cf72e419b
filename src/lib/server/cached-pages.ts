import { formerOriginParameter } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import { PageCache } from './cache/page-cache.ts';
import type { CachedRoute } from './cache/page-key.ts';
import { type Db, listen } from './db/index.ts';

/** Pages from the database that are the same for everybody. Each names its tags by `Astro.cache.set`. */
const routes: readonly CachedRoute[] = [
  { path: /^\/certificates\/[\dA-Z]{12}\/$/, query: [] },
  { path: /^\/certificates\/[\dA-Z]{12}\/(credential\.json|badge\.png)$/, query: [] },
  { path: /^\/certificates\/status\/\d{1,4}\.json$/, query: [formerOriginParameter] },
  { path: /^\/og\/certificates\/[\dA-Z]{12}-\d{1,4}-[a-z]+\.png$/, query: [] },
];

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
