import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

const maxWaiting = 100;
const stalledTimeout = 20_000;

/** The requests that wait on each connection on which a request is being handled. */
const waitingBySocket = new WeakMap<Socket, Exchange[]>();

/**
 * Returns a listener that handles the requests of one connection one after another. Node calls its listener at once for
 * every request that a client has written ahead, and keeps the responses in memory until the client reads them. Here a
 * request waits until the response before it has left the process. A connection on which more than `limit` requests wait
 * is closed. [C-31]
 */
export function serveInOrder(listener: RequestListener, limit = maxWaiting): RequestListener {
  const handle = ({ req, res }: Exchange, waiting: Exchange[]): void => {
    // Emitted after the last byte was handed to the system, and when the connection ends before that.
    res.once('close', () => {
      const next = waiting.shift();
      if (!next) waitingBySocket.delete(req.socket);
      else if (!req.socket.destroyed) handle(next, waiting);
    });
    listener(req, res);
  };

  return (req, res) => {
    if (req.socket.destroyed) return;
    const waiting = waitingBySocket.get(req.socket);
    if (!waiting) {
      const none: Exchange[] = [];
      waitingBySocket.set(req.socket, none);
      handle({ req, res }, none);
    } else if (waiting.length < limit) waiting.push({ req, res });
    else req.socket.destroy();
  };
}

/**
 * Closes a connection on which for `milliseconds` nothing arrived and nothing left, unless a request is still being
 * handled: the client does not read its response. Node starts the time again when bytes have left between two checks, so
 * a stalled connection ends after one to two times `milliseconds`. [C-31]
 */
export function closeStalledConnections(server: Server, milliseconds = stalledTimeout): void {
  server.setTimeout(milliseconds, (socket: Socket) => {
    if (waitingBySocket.has(socket) && socket.writableLength === 0) socket.setTimeout(milliseconds);
    else socket.destroy();
  });
}
