import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Backend {
  url: string;
  agent: Agent;
  isReady: boolean;
  /** How many checks in a row took too long. */
  late: number;
  /** The last answer to a check. */
  lastAnswer: string;
}

export interface HealthCheckingProxy {
  url: string;
  /** Whether the backend at this address gets requests. */
  isReady(url: string): boolean;
  close(): void;
}

const checkMs = 200;
const lateMs = 2_000;
const maxLate = 3;

/**
 * Starts a small proxy that does what nginx, Caddy or a load balancer do: it keeps connections to its backends, asks each for
 * `/health/ready/`, and sends requests in turn to those that are ready. It never sends a request twice, so it hides nothing.
 */
export async function startProxy(urls: readonly string[]): Promise<HealthCheckingProxy> {
  const backends: Backend[] = urls.map((url) => ({
    url,
    agent: new Agent({ keepAlive: true, maxSockets: 200 }),
    isReady: false,
    late: 0,
    lastAnswer: '',
  }));
  let turn = 0;

  let isClosed = false;
  const check = async (backend: Backend) => {
    const answer = await fetch(`${backend.url}/health/ready/`, { signal: AbortSignal.timeout(lateMs) })
      .then(async (response) => ({ isReady: response.ok, isLate: false, text: await response.text() }))
      .catch((error: Error) => ({
        isReady: false,
        isLate: error.name === 'TimeoutError',
        text: error.message,
      }));
    backend.lastAnswer = answer.text;
    // A check that takes too long may only mean a busy machine. What says no, or is not there, gets nothing from now on.
    backend.late = answer.isLate ? backend.late + 1 : 0;
    if (!answer.isLate || backend.late >= maxLate) backend.isReady = answer.isReady;
    if (!isClosed) setTimeout(check, checkMs, backend);
  };
  await Promise.all(backends.map(check));

  const forward = (req: IncomingMessage, res: ServerResponse) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % Math.max(ready.length, 1)];
    if (!backend)
      return void res
        .writeHead(502, { 'X-Reason': backends.map(({ lastAnswer }) => lastAnswer).join(' | ') })
        .end();
    const headers = { ...req.headers, 'x-forwarded-for': req.headers['x-visitor'] ?? '203.0.113.1' };
    const passed = request(
      `${backend.url}${req.url}`,
      { method: req.method ?? 'GET', headers, agent: backend.agent },
      (answer) => {
        const { connection, ...rest } = answer.headers;
        res.writeHead(answer.statusCode ?? 502, rest);
        answer.pipe(res);
        answer.on('error', () => res.destroy());
      },
    );
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { 'X-Reason': `${backend.url} ${error.code ?? error.message}` }).end();
    });
    req.pipe(passed);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, forward);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (url) => backends.some((one) => one.url === url && one.isReady),
    close() {
      isClosed = true;
      for (const { agent } of backends) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
