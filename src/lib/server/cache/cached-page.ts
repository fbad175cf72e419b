import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { bestEncoding, type Encoding } from '../http/static/accept-encoding.ts';
import { compress } from '../http/static/compress-page.ts';
import { compressible } from '../http/static/media-types.ts';
import { publicControl } from './public-version.ts';

/** A whole answer in one encoding. Its headers are a flat list, created once, which Node sends without conversion. */
interface Variant {
  /** Null for the uncompressed text of a page that is stored compressed: hardly any client asks for it. */
  body: Buffer<ArrayBuffer> | null;
  etag: string;
  /** Headers of 304, which has no body. */
  bareHeaders: string[];
  headers: string[];
}

/** A page as it is sent to everybody. */
export interface CachedPage {
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
  tags: readonly string[];
  /** For how long the page may be sent. */
  maxAgeMs: number;
  bytes: number;
}

/** The longest time that a page is kept, so that a process that hears of no write is never further behind. */
const maxAgeSeconds = 60;
const hidden = /^(cdn-cache-control|cache-tag|content-length|content-encoding|etag|vary|cache-status)$/;

/**
 * Creates the cached form of a response that its page has given tags and a lifetime by `Astro.cache.set`. Returns null for any
 * other: another status than 200, or with a cookie. Reads the body of a clone, so that the response can still be sent.
 */
export async function createCachedPage(response: Response): Promise<CachedPage | null> {
  const { headers, status } = response;
  const tags = (headers.get('Cache-Tag') ?? '').split(', ').filter(Boolean);
  const given = Number(/max-age=(\d+)/.exec(headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0);
  if (status !== 200 || !tags.length || !given || headers.has('Set-Cookie')) return null;
  const identity = Buffer.from(await response.clone().arrayBuffer());
  const isText = compressible.test(headers.get('Content-Type') ?? '');
  const [br, gzip] = isText ? await Promise.all([compress.br(identity), compress.gzip(identity)]) : [];
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const etag = headers.get('ETag')?.slice(1, -1) ?? digest;
  const own = [...headers].filter(([name]) => !hidden.test(name)).flat();
  if (!headers.has('Cache-Control')) own.push('cache-control', publicControl);
  if (isText) own.push('Vary', 'Accept-Encoding');
  const isCompressed = br && gzip;
  const variant = (body: Buffer<ArrayBuffer>, encoding?: Encoding): Variant => {
    const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
    const bareHeaders = [...own, 'ETag', tag];
    const more = ['Content-Length', String(body.length), ...(encoding ? ['Content-Encoding', encoding] : [])];
    const stored = isCompressed && !encoding ? null : copyExactly(body);
    return { body: stored, etag: tag, bareHeaders, headers: [...bareHeaders, ...more] };
  };
  return {
    variants: {
      identity: variant(identity),
      ...(isCompressed && { br: variant(br, 'br'), gzip: variant(gzip, 'gzip') }),
    },
    tags,
    maxAgeMs: Math.min(given, maxAgeSeconds) * 1000,
    bytes: (isCompressed ? br.length + gzip.length : identity.length) + JSON.stringify(own).length * 6,
  };
}

/** Copies bytes into memory of their length. What zlib returns is a part of a larger block, which would be kept with it. */
function copyExactly(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

interface Conditions {
  method: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/** Chooses what a client gets of a page: status, headers and body. */
export function answerFrom(
  { variants }: CachedPage,
  { method, acceptEncoding, ifNoneMatch }: Conditions,
): { status: number; headers: string[]; body: Buffer<ArrayBuffer> | null } {
  const variant = (acceptEncoding && variants[bestEncoding(acceptEncoding, variants)]) || variants.identity;
  const { body, etag, bareHeaders, headers } = variant;
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known?.includes(etag) || known?.includes('*')) return { status: 304, headers: bareHeaders, body: null };
  if (method === 'HEAD') return { status: 200, headers, body: null };
  return { status: 200, headers, body: body ?? decompress(variants.br) };
}

const decompress = (variant: Variant | undefined): Buffer<ArrayBuffer> | null =>
  variant?.body ? brotliDecompressSync(variant.body) : null;
