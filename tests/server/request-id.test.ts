import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { withRequest } from '#lib/server/current-request.ts';
import { findRequestId, identifyRequest } from '#lib/server/http/node/request-id.ts';
import { numberErrorPage, numberPage } from '#lib/server/http/static/number-error-page.ts';

const proxy = new BlockList();
proxy.addAddress('127.0.0.1');
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Serves one request, whose response is the id that the handler saw, and returns what the client got. */
async function ask(
  given?: string,
  trusted = proxy,
  writeHead: (res: ServerResponse) => void = (res) => res.writeHead(200, ['Content-Type', 'text/plain']),
) {
  const listener: RequestListener = (req, res) =>
    withRequest({ id: identifyRequest(req, res, trusted), route: null }, () => {
      writeHead(res);
      res.end(findRequestId());
    });
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    headers: given === undefined ? {} : { 'X-Request-Id': given },
  });
  return { sent: response.headers.get('X-Request-Id'), seen: await response.text(), response };
}

test('[C-40] a request gets a new id, and its response carries it', async () => {
  const [first, second] = [await ask(), await ask()];
  expect(first.sent).toMatch(uuid);
  expect(first.seen).toBe(first.sent);
  expect(second.sent).not.toBe(first.sent);
});

test('[C-40] the id of a trusted proxy is kept', async () => {
  expect(await ask('edge_0123-abcd')).toMatchObject({ sent: 'edge_0123-abcd', seen: 'edge_0123-abcd' });
});

test('[C-40] the id that a visitor sends is ignored', async () => {
  expect((await ask('edge_0123-abcd', new BlockList())).sent).toMatch(uuid);
});

test.each(['short', 'a'.repeat(65), '<b>0123456</b>', '01234567 89', '01234567, 89abcdef'])(
  '[C-40] an id in another form is ignored, also that of a proxy: %s',
  async (given) => {
    expect((await ask(given)).sent).toMatch(uuid);
  },
);

test.each<[string, (res: ServerResponse) => void]>([
  ['as an object', (res) => void res.writeHead(201, { 'X-Other': 'yes' })],
  ['with a text', (res) => void res.writeHead(201, 'Made', { 'X-Other': 'yes' })],
  ['one by one', (res) => void res.setHeader('X-Other', 'yes')],
  ['as a list', (res) => void res.writeHead(201, ['X-Other', 'yes'])],
])('[C-40] the response carries the id where headers are given %s', async (_, writeHead) => {
  const { sent, seen, response } = await ask(undefined, proxy, writeHead);
  expect([sent, response.headers.get('X-Other')]).toEqual([seen, 'yes']);
});

const page = '<p class="a" data-request-number hidden>Give this number: <code class="b"></code></p>';
const numbered = '<p class="a" data-request-number>Give this number: <code class="b">0123abcd</code></p>';
const inRequest = <Result>(handle: () => Result) =>
  new Promise<Result>((done) => withRequest({ id: '0123abcd', route: null }, () => done(handle())));

test('[C-40] an error page shows the number of its request', async () => {
  expect(await inRequest(() => numberPage(page))).toBe(numbered);
  const response = await inRequest(() =>
    numberErrorPage(new Response(page, { status: 500, headers: { 'Content-Type': 'text/html' } })),
  );
  expect([response.status, await response.text()]).toEqual([500, numbered]);
});

test('[C-40] a page outside of a request, and one that is no error page, stay as they are', async () => {
  expect(numberPage(page)).toBe(page);
  const response = new Response(page, { headers: { 'Content-Type': 'text/html' } });
  expect(await inRequest(() => numberErrorPage(response))).toBe(response);
});
