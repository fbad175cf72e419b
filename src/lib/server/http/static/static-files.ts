import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { removeQuery } from '../api-path.ts';
import type { ErrorPage, ErrorStatus } from '../node/app-hook.ts';
import { PreparedHead } from '../node/prepared-head.ts';
import { filePolicy, type Header, securityHeaders } from '../security-headers.ts';
import { bestEncoding, type Encoding } from './accept-encoding.ts';
import { readRange } from './byte-range.ts';
import type { Encodings } from './compress-fully.ts';
import type { FilledFiles } from './fill-in-origin.ts';
import { mediaTypes } from './media-types.ts';
import { narrowPolicy } from './narrow-policy.ts';
import { pageName } from './page-policies.ts';

/** A file in one encoding. Its headers are flat lists, created once, which Node sends without conversion. */
interface Variant {
  /** Null for uncompressed bytes that nobody has asked for (see `bodyOf`). */
  body: Buffer<ArrayBuffer> | null;
  etag: string;
  /** Headers of 200 and 206, without Content-Length. */
  headers: string[];
  /** Headers of 304 and 416, which have no body. */
  bareHeaders: string[];
  ok: PreparedHead;
}
type StaticFile = { identity: Variant } & Partial<Record<Encoding, Variant>>;

interface StaticFilesOptions {
  /** The build's client folder. Only files that are read from it at start can be sent. */
  folder: string;
  /** The Content-Security-Policy of each prerendered page, by its name. */
  policies: ReadonlyMap<string, string>;
  https: boolean;
  /** What is sent in place of the files that have the placeholder of the origin. */
  filled?: FilledFiles;
  /** Files that are sent at the address of another one: its URL, then theirs. */
  substitutes?: Readonly<Record<string, string>>;
}

const errorPages: Record<string, ErrorStatus> = {
  '/404.html': 404,
  '/500.html': 500,
  '/429/': 429,
  '/503/': 503,
};

/** Serves the build's client folder from memory, with the files that were compressed at build. */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();
  /** Headers of responses that are created elsewhere. */
  readonly errorPages = new Map<ErrorStatus, ErrorPage>();
  readonly #headers: string[];

  constructor({ folder, policies, https, filled, substitutes = {} }: StaticFilesOptions) {
    this.#headers = securityHeaders({ https }).flat();
    for (const path of listFiles(folder)) {
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      const page = url.replace(/(?<=\/)index\.html$/, '');
      const pagePolicy = url.endsWith('.html') && policies.get(pageName(url));
      const bodies = filled?.get(path) ?? readBodies(path);
      const policy = pagePolicy ? narrowPolicy(pagePolicy, bodies.identity) : filePolicy;
      const file = createFile(bodies, url, securityHeaders({ https, policy }));
      const status = errorPages[page];
      if (status) this.errorPages.set(status, { html: bodies.identity, policy });
      else this.#files.set(page, file);
    }
    for (const [url, other] of Object.entries(substitutes)) {
      const file = this.#files.get(other);
      if (file) this.#files.set(url, file);
    }
  }

  /** Sends the file whose address a GET or HEAD names to the letter and returns true, or returns false for any other request. */
  serveExact(req: IncomingMessage, res: ServerResponse): boolean {
    const file = this.#files.get(req.url ?? '');
    if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
    send(file, req, res);
    return true;
  }

  /** Responds to a request for a file and returns true, or returns false where there is no such file. */
  serve(req: IncomingMessage, res: ServerResponse): boolean {
    const url = req.url ?? '/';
    const path = pathOf(url);
    const file = this.#files.get(path);
    const folder = file ? undefined : this.#files.get(`${path}/`);
    if (!file && !folder) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') this.#answer(res, 405, ['Allow', 'GET, HEAD']);
    else if (file) send(file, req, res);
    // [APP-01] A service worker may not show a redirected response, so the shell responds at both addresses.
    else if (folder && path === '/_app') send(folder, req, res);
    else this.#answer(res, 301, ['Location', url.replace(/^[^?#]*/, '$&/')]);
    return true;
  }

  #answer(res: ServerResponse, status: number, headers: string[]): void {
    res.writeHead(status, [...this.#headers, ...headers, 'Content-Length', '0']).end();
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Reads a file with what the build has compressed beside it. */
function readBodies(path: string): Encodings {
  const read = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined);
  const [br, gzip] = [read('.br'), read('.gz')];
  return { identity: readFileSync(path), ...(br && { br }), ...(gzip && { gzip }) };
}

function createFile(bodies: Encodings, url: string, headers: Header[]): StaticFile {
  const digest = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22);
  const found = Object.entries(bodies) as [Encoding | 'identity', Buffer<ArrayBuffer>][];
  // A name under /_astro/ holds a hash of its content, so it never changes.
  const lifetime = url.startsWith('/_astro/')
    ? 'public, max-age=31536000, immutable'
    : url.startsWith('/service-worker')
      ? 'no-cache'
      : 'public, max-age=0, must-revalidate';
  const variants = found.map(([encoding, body]): [string, Variant] => {
    const etag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
    const bareHeaders = [...headers.flat(), 'ETag', etag, 'Cache-Control', lifetime];
    if (found.length > 1) bareHeaders.push('Vary', 'Accept-Encoding');
    const own = [
      ...bareHeaders,
      'Accept-Ranges',
      'bytes',
      'Content-Type',
      mediaTypes[extname(url)] ?? 'application/octet-stream',
    ];
    if (encoding !== 'identity') own.push('Content-Encoding', encoding);
    return [
      encoding,
      {
        body: encoding === 'identity' && bodies.br ? null : body,
        etag,
        bareHeaders,
        headers: own,
        ok: new PreparedHead(200, [...own, 'Content-Length', String(body.length)]),
      },
    ];
  });
  return Object.fromEntries(variants) as StaticFile;
}

/**
 * Returns the bytes of a variant. Few clients accept no compression, and what they get is two thirds of the build, so it is decompressed
 * for the first of them (docs/decisions/0053).
 */
function bodyOf({ br }: StaticFile, variant: Variant): Buffer<ArrayBuffer> {
  if (!variant.body && br?.body) variant.body = brotliDecompressSync(br.body);
  return variant.body ?? empty;
}

const empty = Buffer.alloc(0);

/** Returns the decoded path of a URL. One that cannot be decoded becomes a path that no file has. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(removeQuery(url));
  } catch {
    return '\0';
  }
}

/**
 * Sends a file: conditional headers come first (RFC 9110, 13.2.2), then ranges (14.2), which count uncompressed bytes.
 */
function send(file: StaticFile, req: IncomingMessage, res: ServerResponse): void {
  const { range, 'accept-encoding': accepted, 'if-none-match': known, 'if-match': required } = req.headers;
  const ranged = range !== undefined && req.method === 'GET';
  const variant = (!ranged && accepted && file[bestEncoding(accepted, file)]) || file.identity;
  const { etag, headers, bareHeaders } = variant;
  if (required !== undefined && !matches(required, etag)) return void res.writeHead(412, bareHeaders).end();
  if (known !== undefined && matches(known.replaceAll('W/', ''), etag))
    return void res.writeHead(304, bareHeaders).end();

  const body = bodyOf(file, variant);
  const part = ranged && (req.headers['if-range'] ?? etag) === etag ? readRange(range, body.length) : null;
  if (part === 'unsatisfiable')
    return void res
      .writeHead(416, [...bareHeaders, 'Content-Range', `bytes */${body.length}`, 'Content-Length', '0'])
      .end();
  if (part) {
    const [start, end] = part;
    const where = [
      'Content-Range',
      `bytes ${start}-${end}/${body.length}`,
      'Content-Length',
      String(end - start + 1),
    ];
    return void res.writeHead(206, [...headers, ...where]).end(body.subarray(start, end + 1));
  }
  variant.ok.send(req, res, body);
}

const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((one) => one.trim() === etag);
