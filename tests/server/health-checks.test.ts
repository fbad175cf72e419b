import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { answerHealthChecks } from '#lib/server/http/node/health-checks.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Sends one request with a Host of its own and returns the response. */
async function send(line: string, { isReady = true, isStopping = false } = {}): Promise<string> {
  const answer = answerHealthChecks({
    headers: [['X-Content-Type-Options', 'nosniff']],
    isStopping: () => isStopping,
    checkReadiness: async () => ({ is_ready: isReady }),
  });
  const created = createServer((req, res) => {
    if (!answer(req, res)) res.writeHead(404).end('another page');
  });
  server = created;
  await new Promise<void>((ready) => created.listen(0, '127.0.0.1', ready));
  const socket = connect((created.address() as AddressInfo).port, '127.0.0.1');
  socket.end(`${line} HTTP/1.1\r\nHost: 10.0.0.7:8000\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

it('[C-35] says that the process lives, for any Host, and nobody may keep the answer', async () => {
  const answer = await send('GET /health/live/');
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer).toContain('Cache-Control: no-store');
  expect(answer).toContain('X-Content-Type-Options: nosniff');
  expect(answer).toContain('{"is_alive":true}');
});

it.each([
  [{ isReady: true, isStopping: false }, 200, true],
  [{ isReady: false, isStopping: false }, 503, false],
  [{ isReady: true, isStopping: true }, 503, false],
])('is ready only while everything works and the process goes on: %o', async (state, status, isReady) => {
  const answer = await send('GET /health/ready/?x=1', state);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    is_ready: isReady,
    is_stopping: state.isStopping,
  });
});

it('a HEAD has no body, and other methods and addresses belong to the site', async () => {
  expect((await send('HEAD /health/ready/')).split('\r\n\r\n')[1]).toBe('');
  for (const line of ['POST /health/live/', 'GET /health/', 'GET /health/live', 'GET /health/ready/../x'])
    expect(await send(line)).toContain('another page');
});
