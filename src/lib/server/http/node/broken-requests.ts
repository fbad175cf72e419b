import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Header } from '../security-headers.ts';

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to what Node's parser rejects, with the headers of every other response, and closes the connection: 400, or
 * the status of the limit that was exceeded. An `Expect` that HTTP does not know is ignored, because Node's own 417
 * lacks the headers too. [C-31] [C-35]
 */
export function respondToBrokenRequests(server: Server, headers: readonly Header[]): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    closeWithStatus(socket, statusByCode[error.code ?? ''] ?? 400, headers),
  );
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) =>
    server.emit('request', req, res),
  );
}

/** Sends a response without a body on a connection that can carry no other, and closes it. */
export function closeWithStatus(
  socket: Duplex,
  status: number,
  headers: readonly Header[],
  done?: () => void,
): void {
  // A response that has begun cannot be followed by another one.
  if (!socket.writable || hasBegun(socket)) return void socket.destroy();
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(
    `${[...lines, 'Content-Length: 0', 'Connection: close'].join('\r\n')}\r\n\r\n`,
    done ?? (() => socket.destroy()),
  );
}

/** Node keeps the response that a connection is sending under this name, and its own handler reads it as well. */
function hasBegun(socket: Duplex): boolean {
  const message: ServerResponse | null | undefined = Reflect.get(socket, '_httpMessage');
  return message?.headersSent ?? false;
}
