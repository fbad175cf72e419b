import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { errorResponse } from '#lib/server/http/error-response.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import { findReadableMedia } from './find-readable.ts';
import type { MediaRow } from './media-repository.ts';
import type { MediaStore } from './store/index.ts';

interface FileEndpointDeps {
  db: Db;
  mediaStore: MediaStore;
  log: Log;
  /** Returns the id of the signed-in person of a request, or null. */
  findReaderId: (request: Request) => Promise<string | null>;
}

/**
 * Creates the endpoint `/media/{id}/{name}` of uploaded files. A file that the reader may not
 * open is NOT_FOUND, like a missing one. [C-32]
 */
export function createFileEndpoint({ db, mediaStore, log, findReaderId }: FileEndpointDeps) {
  return async function handleFile(request: Request): Promise<Response> {
    try {
      return await respond(request);
    } catch (error) {
      return errorResponse(request, error, log);
    }
  };

  async function respond(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    return respondWithFile(mediaStore, await requireReadable(request), request);
  }

  async function requireReadable(request: Request): Promise<MediaRow> {
    const [, id = ''] = /^\/media\/([^/]+)\/[^/]+$/.exec(new URL(request.url).pathname) ?? [];
    const row = isUuid(id) ? await findReadableMedia(db, id, await findReaderId(request)) : null;
    if (!row) throw new HttpError('NOT_FOUND');
    return row;
  }
}

/** Responds with a file that the caller has found to be readable. */
export async function respondWithFile(
  mediaStore: MediaStore,
  row: MediaRow,
  request: Request,
): Promise<Response> {
  const headers = headersFor(row);
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') return new Response(null, { headers });
  const file = await mediaStore.get(row.id);
  if (!file) throw new Error(`the media store lacks ${row.id}`);
  return new Response(file.stream, { headers });
}

/** A file that is opened directly is sandboxed, and a PDF is downloaded instead of shown. [C-32] */
function headersFor({ id, mimeType, bytes, kind, name, isPublic }: MediaRow) {
  return {
    'content-type': mimeType,
    'content-length': String(bytes),
    'content-disposition': `${kind === 'DOCUMENT' ? 'attachment' : 'inline'}; ${fileName(name)}`,
    etag: `"${id}"`,
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
    // Recruiters should find a file where its owner shows it, not in a search engine.
    'x-robots-tag': 'noindex',
  };
}

/** Returns the file name by RFC 6266: in ASCII for old programs and in full for the others. */
function fileName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
