import { createHash } from 'node:crypto';

interface DocumentOptions {
  request: Request;
  body: string | Buffer;
  type: string;
  /** Without a name the browser may show the document. */
  fileName?: string;
}

/**
 * Responds with a document that verifiers read, also from pages of other sites. Readers ask each time whether it has changed, so
 * that a revocation counts at once.
 */
export function respondWithDocument({ request, body, type, fileName }: DocumentOptions): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...{ ETag: etag, 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
    'X-Robots-Tag': 'noindex',
  };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      ...{ ...headers, 'Content-Type': type },
      ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    },
  });
}
