import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rejectRequests } from '#lib/server/http/node/reject-requests.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Sends the lines as one request and returns the response; an accepted request gets a 200 with the host it would have. */
async function send(...lines: string[]): Promise<string> {
  const notFoundPage = () => ({
    html: new TextEncoder().encode('<h1>Nothing here</h1>'),
    policy: "default-src 'self'",
  });
  const reject = rejectRequests({
    host: 'liftoff.example',
    headers: [['X-Content-Type-Options', 'nosniff']],
    notFoundPage,
  });
  const created = createServer((req, res) => {
    if (!reject(req, res)) res.end(`accepted for ${req.headers.host}`);
  });
  server = created;
  await new Promise<void>((ready) => created.listen(0, '127.0.0.1', ready));
  const socket = connect((created.address() as AddressInfo).port, '127.0.0.1');
  socket.end(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test.each(['localhost/dev/inbox.json?to=', 'a b', 'user@host', 'liftoff.example:port', '[::1'])(
  '[C-35] the Host %s is rejected',
  async (host) => {
    expect(await send('GET /account/ HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1.1 400/);
  },
);

test.each(['localhost:8000', '127.0.0.1', '[::1]:8000', 'liftoff.example', 'my_app'])(
  '[C-35] a request to %s is handled as one to the site',
  async (host) => {
    expect(await send('GET /account/ HTTP/1.1', `Host: ${host}`)).toMatch(/accepted for liftoff\.example$/);
  },
);

test('[C-40] the API answers to a Host that is no host with an error of its own', async () => {
  const text = await send('GET /api/v1/x/ HTTP/1.1', 'Host: user@host');
  expect(text).toMatch(/^HTTP\/1.1 400[\s\S]*X-Content-Type-Options: nosniff[\s\S]*application\/json/);
  expect(text).toMatch(/"error_code":"VALIDATION_FAILED".*"field_errors":\{\},"request_id":"[\w-]{36}"/);
});

test('[C-35] a request target that is a whole address is rejected', async () => {
  expect(await send('GET http://other.example/ HTTP/1.1', 'Host: a')).toMatch(/^HTTP\/1.1 400/);
});

test('[C-40] a path that leaves the API by dots is not found, in the form of an error of the API', async () => {
  const text = await send('GET /api/../%c0%ae/0? HTTP/1.1', 'Host: a');
  expect(text).toMatch(/^HTTP\/1.1 404[\s\S]*"error_code":"NOT_FOUND"/);
});

test.each(['/%', '/a/%ff/'])('[C-40] the path %s, which no page can read, is not found', async (target) => {
  expect(await send(`GET ${target} HTTP/1.1`, 'Host: a')).toMatch(/^HTTP\/1.1 404[\s\S]*Nothing here/);
});

test.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'OPTIONS'])('a page answers 405 to %s', async (method) => {
  expect(await send(`${method} /moonshot/jobs/ HTTP/1.1`, 'Host: a')).toMatch(
    /^HTTP\/1.1 405[\s\S]*Allow: GET, HEAD, POST\r\n/,
  );
});

test.each(['/images/a.png', '/media/a.pdf'])('%s answers 405 to POST', async (path) => {
  const text = await send(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 0');
  expect(text).toMatch(/^HTTP\/1.1 405[\s\S]*Allow: GET, HEAD\r\n/);
});

test.each([
  '/sitemap.xml',
  '/robots.txt?a=/',
  '/moonshot/jobs/feed.json',
  '/staff/jobs.csv',
  '/og/portfolios/asha-verma.png',
  '/moonshot/applications/1/interview.ics',
  '/programs/finance/brochure%2epdf',
  '/_image?href=a',
])('[C-40] the file %s answers 405 to POST, because it takes no form', async (path) => {
  const text = await send(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 0');
  expect(text).toMatch(/^HTTP\/1.1 405[\s\S]*Allow: GET, HEAD\r\n/);
});

test.each([
  'GET /sitemap.xml',
  'HEAD /robots.txt',
  'POST /staff/jobs/new/?from=a.csv',
  'POST /portfolios/a.b/edit/',
])('[C-40] a method that an address may support is left to it: %s', async (line) => {
  expect(await send(`${line} HTTP/1.1`, 'Host: a', 'Content-Length: 0')).toMatch(/^HTTP\/1.1 200/);
});

test.each(['DELETE /api/v1/portfolios/1/', 'GET /api/v1/portfolios/%zz/'])(
  '[C-40] the API decides about its methods and paths itself: %s',
  async (line) => {
    expect(await send(`${line} HTTP/1.1`, 'Host: a')).toContain('accepted');
  },
);

test('[C-40] a path that cannot be decoded gets the page for 404, with its policy', async () => {
  const text = await send('GET /% HTTP/1.1', 'Host: a');
  expect(text).toMatch(/^HTTP\/1.1 404[\s\S]*Content-Security-Policy: default-src 'self'[\s\S]*Nothing here/);
});
