import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, connect, Socket } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { respondToBrokenRequests } from '#lib/server/http/node/broken-requests.ts';
import { closeStalledConnections, serveInOrder } from '#lib/server/http/node/serve-in-order.ts';
import {
  drain,
  limitConnections,
  limitRequestTime,
  serverOptions,
} from '#lib/server/http/node/server-limits.ts';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
  server = undefined;
});

async function listen(
  answer: RequestListener = (_, res) => void res.end('ok'),
  options: object = serverOptions,
) {
  const created = createServer(options, answer);
  server = created;
  await new Promise<void>((ready) => created.listen(0, '127.0.0.1', ready));
  return { server: created, port: (created.address() as AddressInfo).port };
}

/** Sends bytes and returns the response after the server has closed the connection. */
function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(text);
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk));
  socket.on('error', () => undefined);
  return new Promise((done) => socket.on('close', () => done(heard)));
}

test('[C-31] the limits have the specified values', () => {
  expect(serverOptions).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
  });
});

test('[C-31] a client that sends its headers slowly gets 408', async () => {
  const { port } = await listen(undefined, {
    ...serverOptions,
    headersTimeout: 200,
    requestTimeout: 400,
    connectionsCheckingInterval: 50,
  });
  expect(await talk(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1.1 408/);
});

test.each([
  ['a header of 20 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'a length and chunks at once',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
])('[C-31] %s is rejected', async (_, text, status) => {
  expect(await talk((await listen()).port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
});

describe('[C-35] what the parser rejects', () => {
  const listenWithHeaders = async (answer?: RequestListener, options?: object) => {
    const listening = await listen(answer, options);
    respondToBrokenRequests(listening.server, [['X-Content-Type-Options', 'nosniff']]);
    return listening;
  };

  test.each([
    ['a header of 20 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
    ['another protocol', 'SSH-2.0-x\r\n\r\n', 400],
  ])('gets the headers of every response: %s', async (_, text, status) => {
    const { port } = await listenWithHeaders();
    expect(await talk(port, text)).toMatch(
      new RegExp(
        `^HTTP/1.1 ${status} [\\s\\S]*X-Content-Type-Options: nosniff\r\n[\\s\\S]*Connection: close\r\n`,
      ),
    );
  });

  test('is not answered into a response that has begun', async () => {
    const { port } = await listenWithHeaders((_, res) => void res.write('begun'));
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let heard = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        heard += chunk;
        socket.write('\r\nrubbish\r\n\r\n');
      });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((closed) => socket.on('close', closed));
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  test('an expectation that HTTP does not know is ignored', async () => {
    const { port } = await listenWithHeaders();
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 200/,
    );
  });
});

test('[C-31] an address may have 50 connections; loopback and our proxies are not counted', async () => {
  const { server } = await listen();
  const proxies = new BlockList();
  proxies.addAddress('10.0.0.1', 'ipv4');
  limitConnections(server, proxies);
  expect(server.maxConnections).toBe(1_000);

  const arrive = (address: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
    sockets.push(socket);
    server.emit('connection', socket);
    return socket;
  };
  const accepted = (address: string) =>
    Array.from({ length: 60 }, () => arrive(address)).filter((one) => !one.destroyed).length;
  expect(accepted('203.0.113.9')).toBe(50);
  expect(accepted('2001:db8::1')).toBe(50);
  expect(accepted('::ffff:127.0.0.1')).toBe(60);
  expect(accepted('10.0.0.1')).toBe(60);

  const last = sockets.find((one) => one.remoteAddress === '203.0.113.9' && !one.destroyed);
  last?.destroy();
  await new Promise((closed) => last?.once('close', closed));
  expect(arrive('203.0.113.9').destroyed).toBe(false);
});

test('[C-31] an idle connection of a trusted proxy outlives those of others, because the proxy may be sending a request', async () => {
  const open = async (trustedProxies: BlockList) => {
    const answer = serveInOrder((_, res) => void res.end('ok'));
    const { port, server } = await listen(answer, { keepAliveTimeout: 50, keepAliveTimeoutBuffer: 0 });
    closeStalledConnections(server, { trustedProxies });
    onTestFinished(() => void server.close());
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((answered) => socket.once('data', answered));
    return socket;
  };
  const proxies = new BlockList();
  proxies.addAddress('127.0.0.1', 'ipv4');
  const ofProxy = await open(proxies);
  // It was answered later, so it would also end later.
  const other = await open(new BlockList());
  await new Promise((closed) => other.once('close', closed));
  ofProxy.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [again] = await once(ofProxy, 'data');
  expect(String(again)).toMatch(/^HTTP\/1.1 200/);
});

test('a server that drains finishes the running request and accepts no other', async () => {
  const { promise: handled, resolve: handle } = Promise.withResolvers<ServerResponse>();
  const { server, port } = await listen((_, res) => handle(res));
  const underWay = fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text());
  const response = await handled;
  const drained = drain(server);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  response.end('done');
  expect(await underWay).toBe('done');
  await drained;
});

test('a request that never ends is aborted', async () => {
  const { server, port } = await listen(() => undefined);
  const arrived = once(server, 'request');
  const underWay = fetch(`http://127.0.0.1:${port}/`);
  const rejection = expect(underWay).rejects.toThrow();
  await arrived;
  await drain(server, 200);
  await rejection;
});

test('[C-31] an upload may take longer; any other slow body gets a 408', async () => {
  const { port } = await listen((req, res) => {
    limitRequestTime(req, [], 100);
    req.resume().on('end', () => res.end('whole'));
  });
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\na`;
  expect(await talk(port, head('/api/v1/auth/logout/'))).toMatch(/^HTTP\/1.1 408/);
  const slow = connect(port, '127.0.0.1');
  sockets.push(slow);
  slow.write(head('/api/v1/upload/'));
  let heard = '';
  slow.on('data', (chunk) => (heard += chunk));
  // Twice the limit of other requests has passed.
  expect(await talk(port, head('/api/v1/x/'))).toMatch(/^HTTP\/1.1 408/);
  slow.write('b');
  await new Promise((closed) => slow.on('close', closed));
  expect(heard).toMatch(/200 OK[\s\S]*whole/);
});

describe('requests that a client writes ahead', () => {
  const ahead = (count: number, last = 'keep-alive') =>
    Array.from(
      { length: count },
      (_, at) =>
        `GET /${at} HTTP/1.1\r\nHost: a\r\nConnection: ${at === count - 1 ? last : 'keep-alive'}\r\n\r\n`,
    ).join('');

  test('[C-31] are handled one after another and answered in their order', async () => {
    let running = 0;
    let most = 0;
    const { port } = await listen(
      serveInOrder((req, res) => {
        most = Math.max(most, ++running);
        setImmediate(() => {
          running -= 1;
          res.end(`response ${req.url}.`);
        });
      }),
    );
    const text = await talk(port, ahead(50, 'close'));
    expect(text.match(/response \/\d+\./g)).toEqual(
      Array.from({ length: 50 }, (_, at) => `response /${at}.`),
    );
    expect(most).toBe(1);
  });

  test('[C-31] take no memory while the client reads nothing, and end with its connection', async () => {
    const body = Buffer.alloc(1024 * 1024);
    let handled = 0;
    const { server, port } = await listen(
      serveInOrder((_, res) => {
        handled += 1;
        res.end(body);
      }),
    );
    closeStalledConnections(server, { trustedProxies: new BlockList(), milliseconds: 200 });
    const closed = new Promise((done) => server.once('connection', (one) => one.once('close', done)));
    const socket = connect(port, '127.0.0.1').pause();
    sockets.push(socket);
    socket.write(ahead(90));
    await closed;
    // The system's buffers for a connection hold a few of them.
    expect(handled).toBeLessThan(20);
  });

  test('[C-31] a request that is handled for longer than a stalled connection may last gets its response', async () => {
    const { server, port } = await listen(
      serveInOrder((_, res) => void setTimeout(() => res.end('late'), 250)),
    );
    closeStalledConnections(server, { trustedProxies: new BlockList(), milliseconds: 50 });
    expect(await talk(port, ahead(2, 'close'))).toMatch(/late[\s\S]*late$/);
  });

  test('[C-31] end the connection when too many of them wait', async () => {
    let handled = 0;
    const { port } = await listen(
      // The first response never ends, so however slowly the others arrive, they wait.
      serveInOrder(() => {
        handled += 1;
      }),
    );
    await talk(port, ahead(1_000));
    expect(handled).toBe(1);
  });
});
