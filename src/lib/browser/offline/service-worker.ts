/**
 * The service worker: keeps the shell and the public pages that a visitor has opened, so that they can be read without a connection.
 * Pages come from the network while there is one. The build writes this module with the files of the shell to /service-worker.js
 * (scripts/service-worker.ts); docs/decisions/0048 has the reasons. [APP-01]
 */

import {
  chooseStrategy,
  endsSession,
  hasPublicVersion,
  isPublicPage,
  isPublicResponse,
  isRecent,
  listAssets,
  maxEntries,
  pageKeyOf,
} from './cache-rules.ts';
import { addSavedNote, fillShell } from './offline-html.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/** What the build knows about the shell: the hash of its content, and the files that it needs. */
declare const shellManifest: { version: string; files: readonly string[] };

const scope = globalThis as unknown as WorkerScope;
const { origin } = location;
const shellPath = '/_app';
const shellCache = `liftoff:shell:${shellManifest.version}`;
/** These have no version of the build, because tabs of the version before still use them: names of assets hold a hash. */
const cacheNames = {
  page: 'liftoff:pages:1',
  asset: 'liftoff:assets:1',
  picture: 'liftoff:pictures:1',
} as const;
type CacheKind = keyof typeof cacheNames;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (endsSession(request)) event.waitUntil(deleteVisited());
  const strategy = chooseStrategy(request, origin);
  if (strategy === 'page') event.respondWith(respondWithPage(event));
  else if (strategy !== 'network') event.respondWith(respondFromCache(event, strategy));
});

/**
 * Stores the shell, and takes over at once: this version answers the pages of the one before as that one did, so nobody has to close
 * their tabs for an update. A worker that cannot store its shell is not installed, and the old one stays.
 */
async function install(): Promise<void> {
  const cache = await caches.open(shellCache);
  // The browser's own cache may hold the shell of another build.
  await cache.add(new Request(shellPath, { cache: 'no-cache' }));
  await cache.addAll([...shellManifest.files]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const current: string[] = [shellCache, ...Object.values(cacheNames)];
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(open.map(({ url }) => storeOpenPage(url).catch(() => {})));
}

/** Stores a page that was loaded before there was a worker, with its files. */
async function storeOpenPage(url: string): Promise<void> {
  const key = pageKeyOf(url);
  if (!key) return;
  const html = await storePublicVersion(key);
  if (html) await (await caches.open(cacheNames.asset)).addAll(listAssets(html));
}

/**
 * Asks for a page without cookies, so that the answer holds nothing of a person, and stores it if it is for everybody. Returns its HTML.
 * A recent one is not asked for again, and nothing by who saves data.
 */
async function storePublicVersion(key: string): Promise<string | null> {
  const saved = await (await caches.open(cacheNames.page)).match(key);
  if ((saved && isRecent(saved, Date.now())) || savesData()) return null;
  const response = await fetch(key, { credentials: 'omit', cache: 'no-cache' });
  if (!isPublicPage(response)) return null;
  const html = await response.clone().text();
  await store('page', key, response);
  return html;
}

/** Not every browser says so. */
const savesData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);

/** Responds from the network; without one, with the kept page or the shell. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const key = pageKeyOf(event.request.url);
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (key && isPublicPage(response)) event.waitUntil(store('page', key, response.clone()));
    else if (key && hasPublicVersion(response)) event.waitUntil(storePublicVersion(key).catch(() => {}));
    // A page that no longer exists is not shown again.
    else if (key && (response.status === 404 || response.status === 410))
      event.waitUntil(caches.open(cacheNames.page).then((cache) => cache.delete(key)));
    return response;
  } catch {
    const saved = key ? await (await caches.open(cacheNames.page)).match(key) : undefined;
    return saved ? showSavedPage(saved) : showShell();
  }
}

async function showSavedPage(saved: Response): Promise<Response> {
  const savedAt = new Date(saved.headers.get('Date') ?? Date.now());
  return withHtml(saved, addSavedNote(await saved.text(), savedAt), 200);
}

async function showShell(): Promise<Response> {
  const shell = await (await caches.open(shellCache)).match(shellPath);
  if (!shell) return Response.error();
  const cache = await caches.open(cacheNames.page);
  const requests = (await cache.keys()).toReversed();
  const pages = requests.map(async ({ url }) => ({
    url,
    html: (await (await cache.match(url))?.text()) ?? '',
  }));
  return withHtml(shell, fillShell(await shell.text(), await Promise.all(pages)), 503);
}

/** Returns the changed page with the headers of the stored one, of which the content security policy matters. */
function withHtml(stored: Response, html: string, status: 200 | 503): Response {
  const headers = new Headers(stored.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(html, { status, headers });
}

/** Responds with a file whose content never changes, from the caches if they have it. */
async function respondFromCache(event: FetchEvent, kind: 'asset' | 'picture'): Promise<Response> {
  const { request } = event;
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(request);
  if (isPublicResponse(response)) event.waitUntil(store(kind, request.url, response.clone()));
  return response;
}

/** Stores a response as the newest entry and removes the oldest. A full disk only means that nothing is kept. */
async function store(kind: CacheKind, key: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheNames[kind]);
    await cache.delete(key);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -maxEntries[kind]).map((request) => cache.delete(request)));
  } catch {
    // The next visit tries again.
  }
}

/** Deletes what shows which pages were visited. The shell is the same for everybody. */
async function deleteVisited(): Promise<void> {
  await Promise.all([caches.delete(cacheNames.page), caches.delete(cacheNames.picture)]);
}
