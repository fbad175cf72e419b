import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedHead } from '#lib/server/http/node/prepared-head.ts';
import { serverOptions } from '#lib/server/http/node/server-limits.ts';

const body = Buffer.from('hello');
const headers = ['Content-Type', 'text/plain', 'Content-Length', String(body.length)];
const prepared = new PreparedHead(200, headers);

/** `/own/` is sent with the prepared head, `/node/` as Node sends the same headers. */
const server = createServer(serverOptions, (req, res) => {
  if (req.url === '/stopping/') res.shouldKeepAlive = false;
  if (req.url === '/node/') res.writeHead(200, headers).end(req.method === 'HEAD' ? undefined : body);
  else prepared.send(req, res, body);
});

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => void server.close());

/** Sends requests on one connection and returns all that arrives until `last` has, without the time. */
async function talk(text: string, isComplete: (heard: string) => boolean): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let heard = '';
  for await (const chunk of socket) {
    heard += chunk;
    if (isComplete(heard)) break;
  }
  return heard.replaceAll(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Date: now');
}

const ask = (line: string, more = '') => `${line}\r\nHost: a\r\n${more}\r\n`;
const once = (heard: string) => heard.includes('\r\n\r\nhello');

test('a prepared head is what Node sends, to the byte', async () => {
  const own = await talk(ask('GET /own/ HTTP/1.1'), once);
  expect(own).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/plain\r\n/);
  expect(own).toContain('Date: now\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n');
  expect(own).toBe(await talk(ask('GET /node/ HTTP/1.1'), once));
});

test.each([
  ['HTTP/1.0', ask('GET /own/ HTTP/1.0'), ask('GET /node/ HTTP/1.0')],
  [
    'a client that closes',
    ask('GET /own/ HTTP/1.1', 'Connection: close\r\n'),
    ask('GET /node/ HTTP/1.1', 'Connection: close\r\n'),
  ],
  [
    'HEAD',
    ask('HEAD /own/ HTTP/1.1', 'Connection: close\r\n'),
    ask('HEAD /node/ HTTP/1.1', 'Connection: close\r\n'),
  ],
])('Node itself answers where it decides about the connection: %s', async (_, own, byNode) => {
  const never = () => false;
  expect(await talk(own, never)).toBe(await talk(byNode, never));
});

test('a server that stops says that it closes the connection', async () => {
  expect(await talk(ask('GET /stopping/ HTTP/1.1'), () => false)).toMatch(/Connection: close\r\n\r\nhello$/);
});

test('a connection carries one response after another', async () => {
  const heard = await talk(ask('GET /own/ HTTP/1.1').repeat(3), (text) => text.match(/hello/g)?.length === 3);
  expect(heard.match(/HTTP\/1\.1 200 OK[\s\S]*?\r\n\r\nhello/g)).toHaveLength(3);
});

test('[C-35] a header that would end its line is rejected when it is prepared', () => {
  expect(() => new PreparedHead(200, ['X-Name', 'a\r\nSet-Cookie: b'])).toThrow(TypeError);
});
