import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { PageCache } from '#lib/server/cache/page-cache.ts';
import { waitFor } from '../support/wait-for.ts';

const origin = 'https://liftoff.example';
const browser = { 'accept-encoding': 'gzip, br' };

/** Creates a cache of pages at `/page/{number}/`, which keep `sort` of the query, with a clock that the test moves. */
function open(limits: { maxPages?: number; maxBytes?: number } = {}) {
  let time = 0;
  const pages = new PageCache({
    routes: [{ path: /^\/page\/\d+\/$/, query: ['sort'] }],
    harmlessCookies: ['utm_first', 'ref_code'],
    now: () => time,
    ...limits,
  });
  const render = vi.fn(async (request: Request) => respond(request));
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    pages.respond(new Request(`${origin}${target}`, { method, headers }), render);
  const wait = (seconds: number) => {
    time += seconds * 1000;
  };
  return { pages, render, get, wait };
}

/** The page names everything of the request that it could show. */
function respond(request: Request, more: Record<string, string> = {}): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(`${pathname}${search} ${JSON.stringify([...request.headers])}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'CDN-Cache-Control': 'max-age=60',
      'Cache-Tag': `page:${pathname}, pages`,
      ...more,
    },
  });
}

const statusOf = (response: Response) => response.headers.get('cache-status');

it('renders a page once, compresses it once, and answers 304 to who has it', async () => {
  const { get, render } = open();
  const first = await get('/page/1/', browser);
  expect(statusOf(first)).toBe('liftoff; fwd=miss');
  expect(first.headers.has('cache-tag')).toBe(false);
  expect(first.headers.has('cdn-cache-control')).toBe(false);
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const second = await get('/page/1/', browser);
  expect(statusOf(second)).toBe('liftoff; hit');
  expect(second.headers.get('content-encoding')).toBe('br');
  expect(second.headers.get('vary')).toBe('Accept-Encoding');
  const text = brotliDecompressSync(Buffer.from(await second.arrayBuffer())).toString();
  const plain = await get('/page/1/');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(await plain.text()).toBe(text);
  const known = second.headers.get('etag') ?? '';
  expect((await get('/page/1/', { ...browser, 'if-none-match': `W/"x", ${known}` })).status).toBe(304);
  expect((await get('/page/1/', { 'if-none-match': known })).status).toBe(200);
  expect(render).toHaveBeenCalledTimes(1);
});

it('nothing of a visitor reaches a cached page, and no signed-in visitor gets or makes one', async () => {
  const { get, render, pages } = open();
  const personal = {
    cookie: 'utm_first=a=1; ref_code=x',
    'accept-language': 'ta',
    'user-agent': 'Phone',
    referer: 'https://mail.example/inbox',
  };
  const own = await get('/page/1/?utm_source=mail&sort=new&email=me@example.com', personal);
  // A browser's own query has not been removed by the server's front, so it is not stored.
  expect(statusOf(own)).toBeNull();
  const clean = await (await get('/page/1/?sort=new', personal)).text();
  expect(clean).toBe('/page/1/?sort=new []');
  expect(pages.size.pages).toBe(1);
  for (const headers of [
    { cookie: '__Host-sid=secret' },
    { cookie: 'utm_first=a; sid=secret' },
    { cookie: 'signed_in=1' },
    { cookie: 'a' },
    { cookie: '', authorization: 'Bearer x' },
    { range: 'bytes=0-9' },
  ] as Record<string, string>[]) {
    const answer = await get('/page/1/?sort=new', headers);
    expect(statusOf(answer)).toBeNull();
    // The page does not say that it is for everybody, only that there is such a version of it.
    expect(answer.headers.get('cache-control')).toBeNull();
    expect(answer.headers.get('public-version')).toBe('?1');
    await get('/page/9/', headers);
  }
  expect(statusOf(await get('/page/1/?sort=new', {}, 'POST'))).toBeNull();
  expect(statusOf(await get('/other/1/'))).toBeNull();
  expect(pages.size.pages).toBe(1);
  expect(render).toHaveBeenCalledTimes(16);
});

it('stores only what a page has released: no error, no cookie, no page without tags', async () => {
  const { get, render, pages } = open();
  const answers = [
    () =>
      new Response('none', { status: 404, headers: { 'Cache-Tag': 'a', 'CDN-Cache-Control': 'max-age=60' } }),
    (request: Request) => respond(request, { 'Set-Cookie': 'sid=1' }),
    (request: Request) => respond(request, { 'Cache-Tag': '' }),
    (request: Request) => respond(request, { 'CDN-Cache-Control': '' }),
  ];
  for (const answer of answers) {
    render.mockImplementation(async (request) => answer(request));
    await get('/page/1/');
    expect(pages.size.pages).toBe(0);
  }
});

it('[APP-01] a page that says how it may be kept is served with its own words', async () => {
  const { get, render } = open();
  render.mockImplementation(async (request) => respond(request, { 'Cache-Control': 'private, no-cache' }));
  await get('/page/1/');
  const cached = await get('/page/1/');
  expect(statusOf(cached)).toBe('liftoff; hit');
  expect(cached.headers.get('cache-control')).toBe('private, no-cache');
});

it('a purge removes the pages of its tag at once, and time removes the others', async () => {
  const { get, pages, wait } = open();
  await get('/page/1/');
  await get('/page/2/');
  pages.purge(['page:/page/1/']);
  expect(statusOf(await get('/page/2/'))).toBe('liftoff; hit');
  expect(statusOf(await get('/page/1/'))).toBe('liftoff; fwd=miss');
  wait(59.9);
  expect(statusOf(await get('/page/2/'))).toBe('liftoff; hit');
  wait(0.1);
  expect(statusOf(await get('/page/2/'))).toBe('liftoff; fwd=miss');
  pages.clear();
  expect(pages.size).toEqual({ pages: 0, bytes: 0, tags: 0 });
});

it('requests at the same time share one render, and a purge meanwhile keeps the old page out', async () => {
  const { get, render, pages } = open();
  const waiting: (() => void)[] = [];
  let version = 1;
  render.mockImplementation(async (request) => {
    const text = `version ${version}`;
    await new Promise<void>((done) => waiting.push(done));
    return new Response(text, { headers: respond(request).headers });
  });
  const early = [get('/page/1/'), get('/page/1/')];
  await waitFor(() => expect(waiting).toHaveLength(1));
  version = 2;
  pages.purge(['page:/page/1/']);
  const late = [get('/page/1/'), get('/page/1/')];
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.();
  expect(await Promise.all(late.map(async (one) => (await one).text()))).toEqual(['version 2', 'version 2']);
  waiting[0]?.();
  expect(await Promise.all(early.map(async (one) => (await one).text()))).toEqual(['version 1', 'version 1']);
  const now = await get('/page/1/');
  expect([statusOf(now), await now.text()]).toEqual(['liftoff; hit', 'version 2']);
  expect(render).toHaveBeenCalledTimes(2);
});

it('an answer that is not stored is made for each request of its own', async () => {
  const { get, render } = open();
  render.mockImplementation(async () => new Response('unknown', { status: 404 }));
  const answers = await Promise.all([1, 2, 3].map(() => get('/page/1/')));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(render).toHaveBeenCalledTimes(3);
});

it('keys and bytes are bounded, and nothing of a removed page is left', async () => {
  const { get, pages } = open({ maxPages: 10 });
  for (let at = 0; at < 200; at += 1) await get(`/page/${at}/?sort=${at}`);
  expect(pages.size).toMatchObject({ pages: 10, tags: 11 });
  await get(`/page/1/?sort=${'x'.repeat(300)}`);
  expect(pages.size.pages).toBe(10);
  const small = open({ maxBytes: 2000 });
  for (let at = 0; at < 50; at += 1) await small.get(`/page/${at}/`);
  expect(small.pages.size.bytes).toBeLessThanOrEqual(2000);
  expect(small.pages.size.pages).toBeGreaterThan(0);
});

it('[C-35] the front of the server answers from the cache with all headers, and removes what a page ignores from an address', async () => {
  const { get, pages } = open();
  const listen = pages.createListener([
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', 'closed'],
  ]);
  const send = (url: string, headers: Record<string, string> = {}) => {
    const req = { method: 'GET', url, headers } as unknown as IncomingMessage;
    const res = { writeHead: vi.fn(), end: vi.fn() };
    const isAnswered = listen(req, res as unknown as ServerResponse);
    return { isAnswered, url: req.url, head: res.writeHead.mock.calls[0] };
  };
  const junk = '/page/1/?utm_source=mail&sort=new&a=1';
  expect(send(junk)).toEqual({ isAnswered: false, url: '/page/1/?sort=new', head: undefined });
  await get('/page/1/?sort=new');
  const { isAnswered, head } = send(junk, { cookie: 'ref_code=x' });
  expect(isAnswered).toBe(true);
  expect(head?.[0]).toBe(200);
  expect(head?.[1]).toEqual(expect.arrayContaining(['nosniff', 'closed', 'liftoff; hit']));
  expect(send(junk, { cookie: '__Host-sid=x' })).toMatchObject({ isAnswered: false, url: junk });
});

it('a page that nobody asks for again leaves memory after its time, when another one is stored', async () => {
  const { get, pages, wait } = open();
  await get('/page/1/');
  wait(30);
  await get('/page/2/');
  wait(35);
  await get('/page/3/');
  expect(pages.size).toMatchObject({ pages: 2, tags: 3 });
  expect(statusOf(await get('/page/2/'))).toBe('liftoff; hit');
});
