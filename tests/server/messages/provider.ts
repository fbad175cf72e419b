import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Behaviour =
  | number
  | 'silent'
  | 'hang-up'
  | { status: number; body?: string; headers?: Record<string, string> };

/** A local provider that records requests and responds as the test sets it. */
export interface Provider {
  url: string;
  received: Received[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export async function startProvider(port = 0): Promise<Provider> {
  const received: Received[] = [];
  let behaviour: Behaviour = 200;
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    if (behaviour === 'silent') return;
    if (behaviour === 'hang-up') return void request.socket.destroy();
    const {
      status,
      body: answer = '{}',
      headers = {},
    } = typeof behaviour === 'number' ? { status: behaviour } : behaviour;
    response.writeHead(status, headers).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(next) {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
