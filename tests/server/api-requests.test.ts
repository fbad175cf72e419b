import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withErrorBoundary } from '#lib/server/http/error-boundary.ts';
import { handleApiRequests } from '#lib/server/http/node/api-requests.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Responds with the request that reached the API. A request that did not reach it gets a 418. */
async function serve(api?: (request: Request) => Promise<Response>): Promise<string> {
  const echo = async (asked: Request) => {
    const { method, url, headers } = asked;
    const address = Reflect.get(asked, Symbol.for('astro.clientAddress'));
    const answer = Response.json({
      method,
      url,
      cookie: headers.get('cookie'),
      body: await asked.text(),
      address,
    });
    answer.headers.append('Set-Cookie', 'a=1');
    answer.headers.append('Set-Cookie', 'b=2');
    return answer;
  };
  const answered = handleApiRequests(api ?? echo, [['X-Content-Type-Options', 'nosniff']]);
  const created = createServer((req, res) => {
    if (!answered(req, res)) res.writeHead(418).end();
  });
  server = created;
  await new Promise<void>((ready) => created.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
}

test('the API gets the request unchanged, and the caller gets the response', async () => {
  const origin = await serve();
  const answer = await fetch(`${origin}/api/v1/x/?a=1`, {
    method: 'POST',
    headers: { cookie: 'sid=1' },
    body: '{"é":1}',
  });
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: 'http://localhost/api/v1/x/?a=1',
    cookie: 'sid=1',
    body: '{"é":1}',
    address: '127.0.0.1',
  });
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
});

test('HEAD has no body', async () => {
  const answer = await fetch(`${await serve(async () => new Response(null))}/api/v1/x/`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('[C-40] a method that fetch does not know gets an error of the API', async () => {
  const sent = request(`${await serve()}/api/v1/x/`, { method: 'TRACE' }).end();
  const [answer] = await once(sent, 'response');
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, PATCH, DELETE']);
  expect(await json(answer)).toMatchObject({ error_code: 'METHOD_NOT_ALLOWED', field_errors: {} });
});

test.each([
  ['a page', '/api/docs/', {}],
  ['what is no call', '/terms/', {}],
  ['a large body', '/api/v1/x/', { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) }],
  [
    'a body of unknown length',
    '/api/v1/x/',
    { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' },
  ],
])('%s is passed on to src/fetch.ts', async (_, path, init) => {
  expect((await fetch(`${await serve()}${path}`, init as RequestInit)).status).toBe(418);
});

test('[C-40] when the API throws, the caller gets a response, and the next request works', async () => {
  let broken = true;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const api = withErrorBoundary(async () => {
    if (broken) throw new Error('no database');
    return Response.json({});
  }, silent);
  const origin = await serve(api);
  const answer = await fetch(`${origin}/api/v1/x/`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR', field_errors: {} });
  broken = false;
  expect((await fetch(`${origin}/api/v1/x/`)).status).toBe(200);
});

test('a client that disconnects while sending does not affect others', async () => {
  const origin = await serve();
  const { hostname, port } = new URL(origin);
  const sent = request({
    hostname,
    port,
    path: '/api/v1/x/',
    method: 'POST',
    headers: { 'content-length': '10' },
  });
  sent.on('error', () => undefined);
  const arrived = once(server as Server, 'request');
  sent.write('abc');
  await arrived;
  sent.destroy();
  expect((await fetch(`${origin}/api/v1/x/`)).status).toBe(200);
});

describe('[C-28] an upload', () => {
  const upload = async (api: (request: Request) => Promise<Response>, body: ReadableStream<Uint8Array>) => {
    const origin = await serve(api);
    return fetch(`${origin}/api/v1/upload/`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  };
  const chunk = new Uint8Array(64 * 1024);
  const endless = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });

  test('reaches the API as a stream, complete', async () => {
    let left = 40;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const answer = await upload(async (request) => {
      let bytes = 0;
      for await (const part of request.body ?? []) bytes += part.length;
      return Response.json({ bytes });
    }, body);
    expect(await answer.json()).toEqual({ bytes: 40 * chunk.length });
  });

  test('that is rejected in the middle gets its response before the connection closes', async () => {
    const answer = await upload(async (request) => {
      for await (const _ of request.body ?? []) break;
      return Response.json({ error_code: 'PAYLOAD_TOO_LARGE' }, { status: 413 });
    }, endless());
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    expect(await answer.json()).toEqual({ error_code: 'PAYLOAD_TOO_LARGE' });
  });

  test('that the handler does not read gets its response too', async () => {
    const answer = await upload(async () => Response.json({}, { status: 401 }), endless());
    expect(answer.status).toBe(401);
  });

  test('that the handler does not read is read to its end, because its client may read the response only then', async () => {
    // The time in which the rest must arrive never passes.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = new URL(await serve(async () => Response.json({}, { status: 401 })));
    const socket = connect(Number(port), '127.0.0.1');
    const bytes = 16 * 1024 * 1024;
    socket.write(`POST /api/v1/upload/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`);
    await new Promise((sent) => socket.write(Buffer.alloc(bytes), sent));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });
});
