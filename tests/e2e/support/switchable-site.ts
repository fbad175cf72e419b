import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An address of its own in front of the tests' server, whose connection a test may cut and whose service worker it may exchange. A
 * worker's requests are its own, so neither can be done in the browser alone.
 */
export class SwitchableSite {
  readonly #server: Server;
  readonly #target: URL;
  /** Whether requests get no answer. */
  isCut = false;
  /** Appended to the worker's file, as a new build changes it. */
  workerSuffix = '';
  /** Whether the worker's file is the one that a server with SERVICE_WORKER=off sends. */
  isWorkerOff = false;
  /** Method and path of each request that arrived while the connection was there. */
  readonly requests: string[] = [];

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((req, res) => this.#pass(req, res));
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, 'localhost', ready));
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    if (this.isCut) return void req.socket.destroy();
    this.requests.push(`${req.method} ${req.url}`);
    const isWorker = req.url === '/service-worker.js';
    const path = isWorker && this.isWorkerOff ? '/service-worker-off.js' : req.url;
    const headers = { ...req.headers, host: this.#target.host };
    if (headers.origin) headers.origin = this.#target.origin;
    // The worker's file is changed as text.
    if (isWorker) for (const name of ['accept-encoding', 'if-none-match'] as const) delete headers[name];
    const upstream = request({
      port: this.#target.port,
      host: 'localhost',
      path,
      method: req.method,
      headers,
    });
    upstream.on('response', (answer) => {
      const sent = { ...answer.headers };
      if (isWorker) delete sent['content-length'];
      res.writeHead(answer.statusCode ?? 502, sent);
      answer.pipe(res, { end: !isWorker });
      if (isWorker) answer.on('end', () => res.end(this.workerSuffix));
    });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
  }
}
