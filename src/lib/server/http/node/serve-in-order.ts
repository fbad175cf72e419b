import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isTrustedPeer } from '../client-address.ts';

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

const maxWaiting = 100;
const stalledTimeout = 20_000;
const proxyKeepAliveTimeout = 75_000;

/** What happens on a connection: whether a request is being handled, and those that wait for it. */
interface Queue {
  isBusy: boolean;
  waiting: Exchange[];
}

const queues = new WeakMap<Socket, Queue>();

/**
 * Returns a listener that handles the requests of one connection one after another. Node calls its listener at once for
 * every request that a client has written ahead, and keeps the responses in memory until the client reads them. Here a
 * request waits until the response before it has left the process. A connection on which more than `limit` requests wait
 * is closed. [C-31]
 */
export function serveInOrder(listener: RequestListener, limit = maxWaiting): RequestListener {
  /** Called when the last byte of a response was handed to the system, and when the connection ends before that. */
  function handleNext(this: ServerResponse): void {
    const { socket } = this.req;
    const queue = queues.get(socket);
    const next = queue?.waiting.shift();
    if (next && !socket.destroyed) handle(next.req, next.res);
    else if (queue) queue.isBusy = false;
  }

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    // One function for all responses: a closure and `once` for each would take longer than the lookup of a file.
    res.on('close', handleNext);
    listener(req, res);
  };

  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    let queue = queues.get(socket);
    if (!queue) {
      queue = { isBusy: false, waiting: [] };
      queues.set(socket, queue);
    }
    if (!queue.isBusy) {
      queue.isBusy = true;
      handle(req, res);
    } else if (queue.waiting.length < limit) queue.waiting.push({ req, res });
    else socket.destroy();
  };
}

interface StalledConnectionsOptions {
  trustedProxies: BlockList;
  milliseconds?: number;
}

/**
 * Closes a connection on which for `milliseconds` nothing arrived and nothing left, unless a request is still being
 * handled: the client does not read its response. Node starts the time again when bytes have left between two checks, so
 * a stalled connection ends after one to two times `milliseconds`. [C-31]
 *
 * An idle connection of a trusted proxy stays open for longer than proxies keep theirs (nginx: 60 s). If the server closed it first, a
 * request that the proxy was just sending would be lost. Its time is extended when Node's own has passed, so that no response costs
 * more for it.
 */
export function closeStalledConnections(
  server: Server,
  { trustedProxies, milliseconds = stalledTimeout }: StalledConnectionsOptions,
): void {
  server.setTimeout(milliseconds, (socket: Socket) => {
    const idleTimeout = server.keepAliveTimeout + (server.keepAliveTimeoutBuffer ?? 0);
    const isBusy = queues.get(socket)?.isBusy ?? false;
    if (isBusy && socket.writableLength === 0) socket.setTimeout(milliseconds);
    else if (!isBusy && socket.timeout === idleTimeout && isTrustedPeer(socket, trustedProxies))
      socket.setTimeout(proxyKeepAliveTimeout - idleTimeout);
    else socket.destroy();
  });
}
