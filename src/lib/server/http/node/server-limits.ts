import type { IncomingMessage, Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isTrusted } from '../client-address.ts';
import type { Header } from '../security-headers.ts';
import { closeWithStatus } from './broken-requests.ts';
import { isUpload } from './request-body.ts';

/** Timeouts that end the connections of slow clients before other clients get none. [C-31] */
export const serverOptions = {
  headersTimeout: 10_000,
  /** Applies to uploads; `limitRequestTime` ends all other requests sooner. */
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;

const otherRequestsTimeout = 30_000;
const maxConnections = 1_000;
const maxConnectionsPerAddress = 50;

/**
 * Limits the connections per address. Loopback and trusted proxies carry many visitors, so they are not counted. [C-31]
 */
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

/**
 * Ends a request whose body takes too long. Node has one timeout for all requests, and uploads need a longer one.
 * [C-31]
 */
export function limitRequestTime(
  req: IncomingMessage,
  headers: readonly Header[],
  milliseconds = otherRequestsTimeout,
): void {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody || isUpload(req)) return;
  const timer = setTimeout(() => {
    if (!req.complete) closeWithStatus(req.socket, 408, headers, () => req.destroy());
  }, milliseconds);
  timer.unref();
  req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Stops accepting connections and waits for open requests, at most `timeout` milliseconds: as long as the slowest upload may take.
 */
export async function drain(server: Server, timeout: number = serverOptions.requestTimeout): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // `close` ends only the connections that are idle now; later ones would stay open until their keep-alive ends.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
