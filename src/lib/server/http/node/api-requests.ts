import type { IncomingMessage, ServerResponse } from 'node:http';
import { socketAddressKey } from '../client-address.ts';
import type { Header } from '../security-headers.ts';
import { isUpload, readBody, streamBody } from './request-body.ts';

type Api = (request: Request) => Promise<Response>;

const maxBufferedBytes = 64 * 1024;

/**
 * Calls of the API straight from Node, for bodies that fit into memory at once: Astro's adapter builds streams, an
 * abort signal and a route look-up for each, which costs as much as the call. An upload too, as a stream: its limits
 * hold while it arrives (C-28). What else is larger, of unknown length or no plain call goes through src/fetch.ts to the
 * same `api`: the answer is false.
 */
export function handleApiRequests(api: Api, headers: readonly Header[]) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '', method = 'GET' } = req;
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return false;
    // Fetch knows no such request; there is nothing to trace or to tunnel here.
    if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK') {
      res.writeHead(405, [...headers.flat(), 'Allow', 'GET, HEAD, POST, PATCH, DELETE']).end();
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
    coming: Promise<Uint8Array<ArrayBuffer>> | ReadableStream<Uint8Array> | null,
  ): Promise<void> {
    const body = await coming;
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
 * To a caller who still sends. Cut off at once, it would meet a reset connection in place of the answer: it gets the
 * answer, and a moment to read it, in which what it sends is thrown away.
 */
async function respondEarly(req: IncomingMessage, res: ServerResponse, text: Buffer): Promise<void> {
  res.write(text);
  req.resume();
  await Promise.race([
    new Promise((done) => req.once('end', done).once('close', done)),
    new Promise((done) => setTimeout(done, drainTimeout).unref()),
  ]);
  res.end();
}
