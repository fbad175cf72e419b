import { createHash } from 'node:crypto';
import { bulkhead } from 'cockatiel';
import sharp from 'sharp';
import { errorResponse } from '#lib/server/http/error-response.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import { DiskCache } from './disk-cache.ts';
import { type ChosenFormat, chooseFormat, imageTypeOf } from './format.ts';
import { type ImageRequest, readImageRequest } from './image-request.ts';
import type { ImageSource, SourceImage } from './source.ts';
import { transform } from './transform.ts';

interface Options {
  /** By the name that stands in the address; there are no others (C-34). */
  sources: Readonly<Record<string, ImageSource>>;
  cacheFolder: string;
  cacheBytes: number;
  log: Log;
}

const atOnce = 2;
const mostWaiting = 32;
const largestSource = 10 * 1024 * 1024;
/** Other settings, another library or another picture make another key. */
const recipe = `1 sharp ${sharp.versions.sharp} vips ${sharp.versions.vips}`;

/**
 * [IMG-01] The image proxy: `/images/thumb/{size}/{source}/{id}`, `/images/height/{height}/{source}/{id}`.
 * Order of checks: method, address, source, what the browser has already, cache, queue.
 */
export function createImages({ sources, cacheFolder, cacheBytes, log }: Options) {
  // Without a folder every picture is made anew, but it is made.
  const cache = DiskCache.open(cacheFolder, cacheBytes).catch((error) => {
    log.error({ err: error }, 'images cannot be kept');
    return null;
  });
  const queue = bulkhead(atOnce, mostWaiting);
  const running = new Map<string, Promise<Buffer>>();
  const refused = new Map<string, HttpError>();

  return async function answerImage(request: Request): Promise<Response> {
    try {
      return await answer(request);
    } catch (error) {
      return errorResponse(request, error, log);
    }
  };

  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    const asked = readImageRequest(new URL(request.url));
    const image = await findImage(asked);
    const format = chooseFormat(request.headers.get('accept') ?? '');
    const key = keyOf(asked, image, format);
    const headers = headersFor(key, image.immutable === true || asked.version === image.version);
    if (isKnown(request.headers.get('if-none-match'), key))
      return new Response(null, { status: 304, headers });

    const body = await bytesOf(key, asked, image, format);
    headers['content-type'] = `image/${imageTypeOf(body)}`;
    headers['content-length'] = String(body.length);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  }

  async function findImage({ source, id }: ImageRequest): Promise<SourceImage> {
    const known = Object.hasOwn(sources, source) ? sources[source] : undefined;
    // Another site's picture too: `https:` is the name of no source.
    if (!known) throw new HttpError('IMAGE_SOURCE_FORBIDDEN');
    const image = await known.find(id);
    if (!image) throw new HttpError('NOT_FOUND');
    return image;
  }

  /** One transform for all who ask for the same at once; what was refused once is not tried again. */
  async function bytesOf(
    key: string,
    { shape }: ImageRequest,
    image: SourceImage,
    format: ChosenFormat,
  ): Promise<Buffer> {
    const kept = await (await cache)?.get(key);
    if (kept && imageTypeOf(kept)) return kept;
    const before = refused.get(key);
    if (before) throw before;
    let run = running.get(key);
    if (!run) {
      run = make(key, () => transformed(image, shape, format)).finally(() => running.delete(key));
      running.set(key, run);
    }
    return run;
  }

  async function make(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    if (queue.executionSlots === 0 && queue.queueSlots === 0)
      throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
    try {
      const body = await queue.execute(draw);
      // A full disk costs time, not pictures.
      await (await cache)?.put(key, body).catch((error) => log.warn({ err: error }, 'an image was not kept'));
      return body;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) remember(key, error);
      throw error;
    }
  }

  function remember(key: string, error: HttpError): void {
    refused.set(key, error);
    if (refused.size > 1000) refused.delete(refused.keys().next().value ?? '');
  }
}

async function transformed(image: SourceImage, shape: ImageRequest['shape'], format: ChosenFormat) {
  if (image.size > largestSource) throw new HttpError('IMAGE_SOURCE_FORBIDDEN');
  return transform(await image.read(), shape, format, {
    allowSvg: image.trusted === true,
    isFramed: image.framed === true,
  });
}

function keyOf({ shape, source, id }: ImageRequest, { version }: SourceImage, format: ChosenFormat): string {
  return createHash('sha256')
    .update(JSON.stringify([recipe, source, id, version, shape, format]))
    .digest('base64url')
    .slice(0, 27);
}

/** A page may show it, nothing else: opened by itself it is a document without rights (C-32). */
function headersFor(key: string, forEver: boolean): Record<string, string> {
  return {
    etag: `"${key}"`,
    'cache-control': forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    vary: 'Accept',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
}

/** Whatever the key says is known without making the picture. */
const isKnown = (list: string | null, key: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${key}"`);
