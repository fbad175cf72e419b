import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

const maxWaiting = 100;
const stalledTimeout = 20_000;

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

/**
 * Closes a connection on which for `milliseconds` nothing arrived and nothing left, unless a request is still being
 * handled: the client does not read its response. Node starts the time again when bytes have left between two checks, so
 * a stalled connection ends after one to two times `milliseconds`. [C-31]
 */
export function closeStalledConnections(server: Server, milliseconds = stalledTimeout): void {
  server.setTimeout(milliseconds, (socket: Socket) => {
    if (queues.get(socket)?.isBusy && socket.writableLength === 0) socket.setTimeout(milliseconds);
    else socket.destroy();
  });
}
