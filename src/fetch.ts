import { join } from 'node:path';
import { astro, FetchState } from 'astro/fetch';
import { errors } from '#lib/contract/core/errors.ts';
import { createFindReaderId } from '#lib/server/authorize.ts';
import { nameRoute } from '#lib/server/current-request.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import { isApiPath } from '#lib/server/http/api-path.ts';
import { withErrorBoundary } from '#lib/server/http/error-boundary.ts';
import { outageSeconds } from '#lib/server/http/http-error.ts';
import { registerApp } from '#lib/server/http/node/app-hook.ts';
import { compressPage } from '#lib/server/http/static/compress-page.ts';
import {
  extractInlineHashes,
  type InlineHashes,
  narrowPagePolicy,
} from '#lib/server/http/static/narrow-policy.ts';
import { numberErrorPage } from '#lib/server/http/static/number-error-page.ts';
import { serveBuild } from '#lib/server/http-server.ts';
import { createLog } from '#lib/server/log.ts';
import { createFileEndpoint } from '#lib/server/media/file-endpoint.ts';
import { mediaImageSource } from '#lib/server/media/image-source.ts';
import { getRuntime } from '#lib/server/runtime.ts';

const build = registerApp(getRuntime, serveBuild);
const log = createLog();
const handleApi = withErrorBoundary(async (request) => (await getRuntime()).api(request), log);

/**
 * The entry of the server bundle: sends a request to the API, to pictures, to uploaded files, or to Astro's pages. In production
 * http-server.ts has set the security headers [C-35], and handles most API requests itself, see http/node/api-requests.ts.
 */
export default {
  fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const own = ownHandlers.find(({ prefix }) => pathname.startsWith(prefix));
    if (own) {
      nameRoute(`${own.prefix}…`);
      return own.handle(request);
    }
    if (isApiPath(pathname)) return handleApi(request);
    return servePage(request);
  },
};

/** Serves a page from the cache, or renders it. */
async function servePage(request: Request): Promise<Response> {
  const render = (one: Request) => handlePage(one).then(numberErrorPage);
  // Without a runtime there is no page either, and `handlePage` says so.
  const runtime = await getRuntime().catch(() => null);
  // A developer wants to see a changed template at once.
  const pages = import.meta.env.DEV ? null : runtime?.pages;
  const page = await (pages ? pages.respond(request, render) : render(request));
  // The cache has compressed its pages.
  return page.headers.has('Cache-Status') ? page : compressPage(request, page);
}

/** Handles what providers report about messages. [C-41] */
const handleReports = withErrorBoundary(async (request) => {
  const { createReportsEndpoint } = await import('#lib/server/messages/reports/reports-endpoint.ts');
  const { config, db, log } = await getRuntime();
  return createReportsEndpoint({ config, db, log })(request);
}, log);

const handleFile = withErrorBoundary(async (request) => {
  const runtime = await getRuntime();
  return createFileEndpoint({ ...runtime, findReaderId: createFindReaderId(runtime) })(request);
}, log);

let images: Promise<(request: Request) => Promise<Response>> | undefined;

/** Serves a resized picture. [IMG-01] */
const handleImage = withErrorBoundary(async (request) => {
  images ??= createImageHandler().catch((error) => {
    // The next request tries again, because the cause may be temporary.
    images = undefined;
    throw error;
  });
  return (await images)(request);
}, log);

/** What is neither a page nor the API. */
const ownHandlers = [
  { prefix: '/images/', handle: handleImage },
  { prefix: '/media/', handle: handleFile },
  { prefix: '/delivery-reports/', handle: handleReports },
];

/**
 * Creates the handler of pictures. sharp takes 0.1 s to load, so it is loaded with the first picture and not at start.
 */
async function createImageHandler() {
  const [{ createImages }, { contentSource }, { config, db, mediaStore, log }] = await Promise.all([
    import('#lib/server/images/index.ts'),
    import('#lib/server/images/content-source.ts'),
    getRuntime(),
  ]);
  return createImages({
    sources: { content: contentSource(build.clientFolder), media: mediaImageSource(db, mediaStore) },
    cacheFolder: join(config.dataDir, 'images'),
    cacheBytes: config.imageCacheMb * 1024 * 1024,
    log,
  });
}

/** The hashes of all pages. The first page that is rendered takes them from Astro, for all later ones. */
let inlineHashes: InlineHashes | undefined;

async function handlePage(request: Request): Promise<Response> {
  let state: FetchState | undefined;
  try {
    state = new FetchState(request);
    // The policy and the compression need the whole page, and a page that nobody streams takes less time.
    state.streaming = false;
    inlineHashes ??= extractInlineHashes(state.manifest);
    const response = await narrowPagePolicy(await astro(state), inlineHashes);
    if (response.status === 503 && response.body === null) return renderErrorPage(503);
    if (response.status === 429 && response.body === null) return renderErrorPage(429, response.headers);
    return replaceErrorPage(response);
  } catch (error) {
    log.error({ err: error }, 'a page could not be rendered');
    return renderErrorPage(isUnavailable(error) ? 503 : 500);
  } finally {
    if (state?.routeData) nameRoute(state.routeData.route);
  }
}

/**
 * Returns the error page that the server holds in place of the one that Astro has read from disk, which has neither the site's origin
 * nor a content security policy. Any other response is returned as it is.
 */
function replaceErrorPage(response: Response): Response {
  const { status, headers } = response;
  const isFromDisk =
    (status === 404 || status === 500) &&
    !headers.has('Content-Security-Policy') &&
    headers.get('Content-Type')?.startsWith('text/html');
  const page = isFromDisk ? build.errorPage(status) : null;
  if (!page) return response;
  headers.set('Content-Security-Policy', page.policy);
  headers.delete('Content-Length');
  return new Response(page.html, { status, headers });
}

/**
 * Returns the prerendered error page of the status, or its message as text in development, where there is no such page.
 * `headers` are those of the response that it replaces.
 */
function renderErrorPage(status: 429 | 500 | 503, headers?: Headers): Response {
  const page = build.errorPage(status);
  const [, sentence] = errors[errorCodes[status]];
  return new Response(page?.html ?? sentence, {
    status,
    headers: {
      ...Object.fromEntries(headers ?? []),
      'Content-Type': `text/${page ? 'html' : 'plain'}; charset=utf-8`,
      ...(page && { 'Content-Security-Policy': page.policy }),
      ...(status === 503 && { 'Retry-After': String(outageSeconds) }),
    },
  });
}

const errorCodes = { 429: 'RATE_LIMITED', 500: 'INTERNAL_ERROR', 503: 'SERVICE_UNAVAILABLE' } as const;
