import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bestEncoding } from './accept-encoding.ts';

/**
 * Compression levels for responses that a client waits for: most of the effect in a tenth of the best level's
 * time.
 */
export const compress = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body, { level: 5 }),
};

/**
 * Compresses a server-rendered page with the best encoding that the client accepts. Returns any other response as it
 * is.
 */
export async function compressPage(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (!response.body || !headers.get('Content-Type')?.startsWith('text/html')) return response;
  headers.append('Vary', 'Accept-Encoding');
  const encoding = bestEncoding(request.headers.get('Accept-Encoding') ?? '', compress);
  if (encoding === 'identity' || headers.has('Content-Encoding')) return response;
  const body = await compress[encoding](new Uint8Array(await response.arrayBuffer()));
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  return new Response(body, { status, headers });
}
