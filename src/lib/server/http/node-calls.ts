import type { IncomingMessage, ServerResponse } from 'node:http';
import { socketAddressKey } from './client-address.ts';
import type { Header } from './security-headers.ts';

type Api = (request: Request) => Promise<Response>;

const largestBuffered = 64 * 1024;

/**
 * Calls of the API straight from Node, for bodies that fit into memory at once: Astro's adapter builds streams, an
 * abort signal and a route look-up for each, which costs as much as the call. What is larger, of unknown length or
 * no plain call goes through src/fetch.ts to the same `api`: the answer is false.
 */
export function answerCalls(api: Api, headers: readonly Header[]) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '', method = 'GET' } = req;
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return false;
    // Fetch knows no such request; there is nothing to trace or to tunnel here.
    if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK') {
      res.writeHead(405, [...headers.flat(), 'Allow', 'GET, HEAD, POST, PATCH, DELETE']).end();
      return true;
    }
    const length = Number(req.headers['content-length'] ?? 0);
    if (length > largestBuffered || req.headers['transfer-encoding'] !== undefined) return false;
    if (length > 0 && (method === 'GET' || method === 'HEAD')) return false;
    answer(req, res, length).catch(() => res.destroy());
    return true;
  };

  async function answer(req: IncomingMessage, res: ServerResponse, length: number): Promise<void> {
    const body = length > 0 ? await readBody(req) : null;
    const request = new Request(`http://localhost${req.url}`, {
      method: req.method ?? 'GET',
      headers: req.headers as Record<string, string>,
      body,
    });
    Reflect.set(request, socketAddressKey, req.socket.remoteAddress);
    const response = await api(request);
    const text = Buffer.from(await response.arrayBuffer());
    const all = headers.flat();
    for (const [name, value] of response.headers) all.push(name, value);
    if (req.method !== 'HEAD') all.push('Content-Length', String(text.length));
    res.writeHead(response.status, all).end(text);
  }
}

/** @throws when the client goes away first */
function readBody(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((done, failed) => {
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => done(new Uint8Array(Buffer.concat(chunks))));
    req.on('error', failed).on('close', failed);
  });
}
