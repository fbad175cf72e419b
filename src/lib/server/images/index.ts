import { createHash } from 'node:crypto';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import { mapValues } from 'es-toolkit/object';
import sharp from 'sharp';
import { errorResponse } from '#lib/server/http/error-response.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import { DiskCache } from './disk-cache.ts';
import { type ChosenFormat, chooseFormat, imageTypeOf } from './format.ts';
import { type ImageRequest, parseImageRequest } from './image-request.ts';
import type { ImageSource, SourceImage } from './source.ts';
import { transform } from './transform.ts';

interface ImageProxyOptions {
  /** Sources by their name in the address. All others are rejected (C-34). */
  sources: Readonly<Record<string, ImageSource>>;
  cacheFolder: string;
  cacheBytes: number;
  log: Log;
}

const concurrency = 2;
/** Pictures of each source that wait. */
const maxQueued = 32;
const maxSourceBytes = 10 * 1024 * 1024;
/** Part of the cache key: other settings or another library make another key. */
const recipe = `1 sharp ${sharp.versions.sharp} vips ${sharp.versions.vips}`;

/**
 * Creates the image proxy: `/images/thumb/{size}/{source}/{id}`, `/images/height/{height}/{source}/{id}`. It checks in this
 * order: method, address, source, the browser's copy, cache, queue. [IMG-01]
 */
export function createImages({ sources, cacheFolder, cacheBytes, log }: ImageProxyOptions) {
  // Without a cache folder every picture is rendered again.
  const cache = DiskCache.open(cacheFolder, cacheBytes).catch((error) => {
    log.error({ err: error }, 'images cannot be cached');
    return null;
  });
  // Each source has a queue of its own: while the store of uploads is silent, the pictures of the site are still drawn.
  const queues = mapValues(sources, () => bulkhead(concurrency, maxQueued));
  const transforms = bulkhead(concurrency, concurrency * Object.keys(sources).length);
  const running = new Map<string, Promise<Buffer>>();
  const rejected = new Map<string, HttpError>();

  return async function handleImage(request: Request): Promise<Response> {
    try {
      return await respond(request);
    } catch (error) {
      return errorResponse(request, error, log);
    }
  };

  async function respond(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    const imageRequest = parseImageRequest(new URL(request.url));
    const image = await findImage(imageRequest);
    const format = chooseFormat(request.headers.get('accept') ?? '');
    const key = keyOf(imageRequest, image, format);
    const headers = headersFor(key, image.isImmutable === true || imageRequest.version === image.version);
    if (matchesETag(request.headers.get('if-none-match'), key))
      return new Response(null, { status: 304, headers });

    const body = await renderOnce(key, imageRequest, image, format);
    headers['content-type'] = `image/${imageTypeOf(body)}`;
    headers['content-length'] = String(body.length);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  }

  async function findImage({ source, id }: ImageRequest): Promise<SourceImage> {
    const imageSource = Object.hasOwn(sources, source) ? sources[source] : undefined;
    // This rejects other sites' pictures too: `https:` is not the name of a source.
    if (!imageSource) throw new HttpError('IMAGE_SOURCE_FORBIDDEN');
    const image = await imageSource.find(id);
    if (!image) throw new HttpError('NOT_FOUND');
    return image;
  }

  /** Renders a picture once for all parallel requests. A picture that was rejected is not tried again. */
  async function renderOnce(
    key: string,
    { shape, source }: ImageRequest,
    image: SourceImage,
    format: ChosenFormat,
  ): Promise<Buffer> {
    const cached = await (await cache)?.get(key);
    if (cached && imageTypeOf(cached)) return cached;
    const rejection = rejected.get(key);
    if (rejection) throw rejection;
    let run = running.get(key);
    if (!run) {
      const draw = () => transformSource(image, shape, format, transforms);
      run = render(key, source, draw).finally(() => running.delete(key));
      running.set(key, run);
    }
    return run;
  }

  async function render(key: string, source: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const queue = queues[source];
    if (!queue || (queue.executionSlots === 0 && queue.queueSlots === 0))
      throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
    try {
      const body = await queue.execute(draw);
      // With a full disk pictures are still shown, only slower.
      await (await cache)
        ?.put(key, body)
        .catch((error) => log.warn({ err: error }, 'an image was not cached'));
      return body;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) storeRejection(key, error);
      throw error;
    }
  }

  function storeRejection(key: string, error: HttpError): void {
    rejected.set(key, error);
    if (rejected.size > 1000) rejected.delete(rejected.keys().next().value ?? '');
  }
}

async function transformSource(
  image: SourceImage,
  shape: ImageRequest['shape'],
  format: ChosenFormat,
  transforms: BulkheadPolicy,
): Promise<Buffer> {
  if (image.size > maxSourceBytes) throw new HttpError('IMAGE_SOURCE_FORBIDDEN');
  const bytes = await image.read();
  const options = { allowSvg: image.isTrusted === true, isFramed: image.isFramed === true };
  return transforms.execute(() => transform(bytes, shape, format, options));
}

function keyOf({ shape, source, id }: ImageRequest, { version }: SourceImage, format: ChosenFormat): string {
  return createHash('sha256')
    .update(JSON.stringify([recipe, source, id, version, shape, format]))
    .digest('base64url')
    .slice(0, 27);
}

/** A picture that is opened directly is a sandboxed document (C-32). */
function headersFor(key: string, isImmutable: boolean): Record<string, string> {
  return {
    etag: `"${key}"`,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    vary: 'Accept',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
}

/** The key is known without rendering, so a 304 costs nothing. */
const matchesETag = (list: string | null, key: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${key}"`);
