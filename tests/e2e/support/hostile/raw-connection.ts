import { connect, type Socket } from 'node:net';

/** A request as bytes on the wire, which may be one that no client would send. */
export interface RawRequest {
  method: string;
  target: string;
  /** In the order in which they are sent; names may repeat. */
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface RawResponse {
  status: number;
  /** By name in lower case; the values of a repeated header are joined by line breaks. */
  headers: Map<string, string>;
  body: Buffer;
}

/** One connection to a server, kept open between requests for as long as the server keeps it. */
export class RawConnection {
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request and returns its response, or null where the server closed the connection without one. */
  async send(request: RawRequest): Promise<RawResponse | null> {
    const socket = this.#open();
    const reader = new ResponseReader(request.method === 'HEAD');
    const response = new Promise<RawResponse | null>((done, failed) => {
      const end = (result: RawResponse | null, keep: boolean) => {
        socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('timeout');
        if (!keep) this.close();
        done(result);
      };
      socket.on('data', (chunk) => {
        const result = reader.add(chunk);
        if (result) end(result, mayStayOpen(result, request));
      });
      socket.on('close', () => end(reader.end(), false));
      socket.on('timeout', () => {
        this.close();
        failed(new Error(`No response within ${timeout} ms`));
      });
    });
    socket.write(serializeRequest(request));
    return response;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    this.#socket = connect(this.#port, '127.0.0.1').setNoDelay().setTimeout(timeout);
    // A connection that is reset is closed as well, and `close` handles it.
    this.#socket.on('error', () => undefined);
    return this.#socket;
  }
}

/** Far longer than any request takes, so that a busy machine does not fail a test. */
const timeout = 60_000;

function serializeRequest({ method, target, headers, body }: RawRequest): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ];
  const head = Buffer.from(lines.join('\r\n'), 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

/** A request whose length is in doubt may have left bytes behind that the server reads as the next request. */
function mayStayOpen({ headers }: RawResponse, request: RawRequest): boolean {
  const framing = request.headers.filter(([name]) =>
    /^(content-length|transfer-encoding|connection|upgrade|expect)$/i.test(name),
  );
  const [first] = framing;
  const isPlain =
    !first ||
    (framing.length === 1 &&
      /^content-length$/i.test(first[0]) &&
      first[1] === String(request.body?.length ?? 0));
  return isPlain && !/close/i.test(headers.get('connection') ?? '') && headers.has('content-length');
}

/** Collects the bytes of one response. */
class ResponseReader {
  readonly #isHead: boolean;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(isHead: boolean) {
    this.#isHead = isHead;
  }

  /** Adds bytes and returns the response once it is complete. */
  add(chunk: Buffer): RawResponse | null {
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, chunk]) : chunk;
    const head = this.#readHead();
    if (!head) return null;
    const { status, headers, start } = head;
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(start);
      return this.add(Buffer.alloc(0));
    }
    const rest = this.#bytes.subarray(start);
    if (this.#isHead || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
    if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) {
      const body = readChunks(rest);
      return body && { status, headers, body };
    }
    const length = headers.get('content-length');
    if (length === undefined || rest.length < Number(length)) return null;
    return { status, headers, body: rest.subarray(0, Number(length)) };
  }

  /** Returns the response of a connection that has ended. */
  end(): RawResponse | null {
    const head = this.#readHead();
    return head && { status: head.status, headers: head.headers, body: this.#bytes.subarray(head.start) };
  }

  #readHead() {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const [first = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Map<string, string>();
    for (const line of lines) {
      const at = line.indexOf(':');
      const name = line.slice(0, at).toLowerCase();
      const value = line.slice(at + 1).trim();
      headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value);
    }
    return { status: Number(first.split(' ')[1]), headers, start: end + 4 };
  }
}

function readChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}
