import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiPath, removeQuery } from '../api-path.ts';
import { socketAddressKey } from '../client-address.ts';
import { HttpError } from '../http-error.ts';
import type { Header } from '../security-headers.ts';
import { isUpload, readBody, streamBody } from './request-body.ts';
import { writeError } from './write-error.ts';

type Api = (request: Request) => Promise<Response>;

const maxBufferedBytes = 64 * 1024;
const allMethods = 'GET, HEAD, POST, PATCH, DELETE';

/**
 * Creates the function that passes API requests from Node directly to `api`, because Astro's adapter creates streams, an
 * abort signal and a route lookup for each, which costs as much as the request itself. Small bodies are buffered; an
 * upload is streamed, so that its limits apply while it arrives (C-28). The function returns false for any other
 * request, which then reaches the same `api` through src/fetch.ts.
 */
export function handleApiRequests(api: Api, headers: readonly Header[]) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '', method = 'GET' } = req;
    if (!isApiPath(removeQuery(url))) return false;
    // fetch's Request rejects these methods, and the API supports none of them.
    if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK') {
      writeError(res, new HttpError('METHOD_NOT_ALLOWED', { headers: { Allow: allMethods } }), headers);
      return true;
    }
    const length = Number(req.headers['content-length'] ?? 0);
    if (isUpload(req)) {
      respond(req, res, streamBody(req)).catch(() => res.destroy());
      return true;
    }
    if (length > maxBufferedBytes || req.headers['transfer-encoding'] !== undefined) return false;
    if (length > 0 && (method === 'GET' || method === 'HEAD')) return false;
    const body = length > 0 ? readBody(req) : null;
    respond(req, res, body).catch(() => res.destroy());
    return true;
  };

  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    pendingBody: Promise<Uint8Array<ArrayBuffer>> | ReadableStream<Uint8Array> | null,
  ): Promise<void> {
    const body = await pendingBody;
    const request = new Request(`http://localhost${req.url}`, {
      method: req.method ?? 'GET',
      headers: req.headers as Record<string, string>,
      body,
      duplex: 'half',
    } as RequestInit);
    Reflect.set(request, socketAddressKey, req.socket.remoteAddress);
    const response = await api(request);
    const text = Buffer.from(await response.arrayBuffer());
    const all = headers.flat();
    for (const [name, value] of response.headers) all.push(name, value);
    if (req.method !== 'HEAD') all.push('Content-Length', String(text.length));
    if (req.complete) res.writeHead(response.status, all).end(text);
    else await respondEarly(req, res.writeHead(response.status, [...all, 'Connection', 'close']), text);
  }
}

const drainTimeout = 2_000;

/**
 * Responds to a client that is still sending. Closing at once would reset the connection before the client has read the
 * response, so the rest of its body is discarded for up to `drainTimeout`.
 */
async function respondEarly(req: IncomingMessage, res: ServerResponse, text: Buffer): Promise<void> {
  res.write(text);
  // What the API has not read would fill its stream, which then pauses the request.
  req.removeAllListeners('data').resume();
  await Promise.race([
    new Promise((done) => req.once('end', done).once('close', done)),
    new Promise((done) => setTimeout(done, drainTimeout).unref()),
  ]);
  res.end();
}
