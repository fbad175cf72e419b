import type { IncomingMessage, Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isTrusted } from '../client-address.ts';
import { isUpload } from './request-body.ts';

/** C-31. A slow or greedy client loses its connection before it costs anybody else theirs. */
export const serverOptions = {
  headersTimeout: 10_000,
  /** Of uploads; `limitRequestTime` ends the others sooner. */
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;

const otherRequestsTimeout = 30_000;
const maxConnections = 1_000;
const maxConnectionsPerAddress = 50;

/** C-31. Loopback and our own proxies carry many visitors over one address and are not counted. */
export function limitConnections(server: Server, trustedProxies: BlockList): void {
  const open = new Map<string, number>();
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isLoopback(address) || isTrusted(address, trustedProxies)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxConnectionsPerAddress) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** C-31. Node has one time for all requests, and a file over a phone's network needs more than any other. */
export function limitRequestTime(req: IncomingMessage, milliseconds = otherRequestsTimeout): void {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody || isUpload(req)) return;
  const timer = setTimeout(() => {
    if (!req.complete)
      req.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => req.destroy());
  }, milliseconds);
  timer.unref();
  req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

/** Stops accepting and lets requests under way end, but waits no longer than `patience` milliseconds. */
export async function drain(server: Server, patience = 10_000): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Node closes idle connections only once; those that become idle later would wait for their keep-alive.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const tooLong = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(idle);
  clearTimeout(tooLong);
}
