import { validate as isUuid } from 'uuid';
import { type Db, isUnavailable } from '#lib/server/db/index.ts';
import { errorResponse } from '#lib/server/http/error-response.ts';
import { HttpError, outageSeconds } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import type { MediaRow } from './media-repository.ts';
import type { MediaStore } from './store/index.ts';

/** A signed-in person who requests a file. */
export interface FileReader {
  userId: string;
  isStaff(): Promise<boolean>;
}

interface FileEndpointDeps {
  db: Db;
  mediaStore: MediaStore;
  log: Log;
  /** Returns the signed-in person of a request, or null. */
  findReader: (request: Request) => Promise<FileReader | null>;
}

/**
 * Creates the endpoint `/media/{id}/{name}` of uploaded files. A private file is visible to its owner only, and a résumé also to
 * the staff who received it; for everybody else it is NOT_FOUND. [C-32]
 */
export function createFileEndpoint({ db, mediaStore, log, findReader }: FileEndpointDeps) {
  return async function handleFile(request: Request): Promise<Response> {
    try {
      return await respond(request);
    } catch (error) {
      const outage =
        isUnavailable(error) && new HttpError('SERVICE_UNAVAILABLE', { retryAfter: outageSeconds });
      return errorResponse(request, outage || error, log);
    }
  };

  async function respond(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    const row = await findVisible(request);
    const headers = headersFor(row);
    if (request.headers.get('if-none-match')?.includes(headers.etag))
      return new Response(null, { status: 304, headers });
    if (request.method === 'HEAD') return new Response(null, { headers });
    const file = await mediaStore.get(row.id);
    if (!file) throw new Error(`the media store lacks ${row.id}`);
    return new Response(file.stream, { headers });
  }

  async function findVisible(request: Request): Promise<MediaRow> {
    const [, id = ''] = /^\/media\/([^/]+)\/[^/]+$/.exec(new URL(request.url).pathname) ?? [];
    const row = isUuid(id)
      ? await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!row || !(row.isPublic || (await mayRead(request, row)))) throw new HttpError('NOT_FOUND');
    return row;
  }

  async function mayRead(request: Request, { id, userId }: MediaRow): Promise<boolean> {
    const reader = await findReader(request);
    if (!reader) return false;
    return reader.userId === userId || ((await reader.isStaff()) && (await isResume(db, id)));
  }
}

/** Returns whether the file was sent with an application or with a person's details. */
async function isResume(db: Db, mediaId: string): Promise<boolean> {
  const registered = db
    .selectFrom('candidateRegistration')
    .select('resumeMediaId')
    .where('resumeMediaId', '=', mediaId);
  const applied = db
    .selectFrom('jobApplication')
    .select('resumeMediaId')
    .where('resumeMediaId', '=', mediaId)
    .where('candidateSnapshot', 'is not', null);
  return (await registered.unionAll(applied).limit(1).executeTakeFirst()) !== undefined;
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
