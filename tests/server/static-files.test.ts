import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillInOrigin, originPlaceholder } from '#lib/server/http/static/fill-in-origin.ts';
import { StaticFiles } from '#lib/server/http/static/static-files.ts';

const page = `<!doctype html><title>Terms</title>${'<p>Words.</p>'.repeat(100)}`;
const folder = mkdtempSync(join(tmpdir(), 'liftoff-static-'));
let server: Server;
let files: StaticFiles;

beforeAll(async () => {
  const client = join(folder, 'client');
  const write = (path: string, body: string | Buffer) => {
    mkdirSync(join(client, path, '..'), { recursive: true });
    writeFileSync(join(client, path), body);
  };
  for (const path of [
    'index.html',
    'terms/index.html',
    '_astro/page.B1x2.css',
    '404.html',
    '503/index.html',
  ]) {
    write(path, page);
    write(`${path}.br`, brotliCompressSync(page));
    write(`${path}.gz`, gzipSync(page));
  }
  write('service-worker.js', 'on');
  write('service-worker-off.js', 'off');
  write('photo.png', Buffer.from('0123456789'));
  write('a b/ü.txt', 'hello');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const policies = new Map([
    ['/terms', "default-src 'self'"],
    ['/404', "default-src 'self' data:"],
    ['/503', "default-src 'self' blob:"],
  ]);
  files = new StaticFiles({ folder: client, policies, https: true });
  server = createServer((req, res) => {
    if (!files.serve(req, res)) res.writeHead(418).end('for Astro');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', failed).end();
  });
}

describe('path lookup', () => {
  test('a folder responds with its index', async () => {
    const answer = await ask('/terms/?utm_source=x');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body.toString()).toBe(page);
  });

  test('a page without its trailing slash redirects with its query', async () => {
    const answer = await ask('/terms?a=1');
    expect([answer.status, answer.headers.location]).toEqual([301, '/terms/?a=1']);
  });

  test('finds percent-encoded names', async () => {
    expect((await ask('/a%20b/%C3%BC.txt')).body.toString()).toBe('hello');
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%',
    '//secret.txt',
    '/terms/../photo.png',
    '/photo.png/',
  ])('%s is passed on to Astro', async (path) => {
    expect((await ask(path)).status).toBe(418);
  });

  test('an error page has no URL of its own', async () => {
    for (const path of ['/404.html', '/503', '/503/', '/503/index.html'])
      expect((await ask(path)).status).toBe(418);
    expect(files.errorPages.get(404)?.policy).toBe("default-src 'self' data:");
    expect(files.errorPages.get(503)).toEqual({
      html: Buffer.from(page),
      policy: "default-src 'self' blob:",
    });
    expect(files.errorPages.has(500)).toBe(false);
  });

  test('handles GET and HEAD only', async () => {
    const answer = await ask('/terms/', {}, 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const [get, head] = [await ask('/terms/'), await ask('/terms/', {}, 'HEAD')];
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('headers', () => {
  test('[C-35] every file has the security headers, and a page its own policy', async () => {
    for (const path of ['/terms/', '/photo.png', '/terms']) {
      const { headers } = await ask(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      expect(headers['content-security-policy']).toMatch(
        path === '/terms/' ? /^default-src 'self'$/ : /frame-ancestors 'none'/,
      );
    }
  });

  test('hashed names are cached for ever, others are revalidated', async () => {
    expect((await ask('/_astro/page.B1x2.css')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await ask('/terms/')).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });
});

describe('compression', () => {
  const decoded = ({ headers, body }: Answer) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    const plain =
      encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    return [encoding, plain.toString() === page];
  };

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;Q=1.0', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity, br;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['', 'identity'],
    ['br;q=nonsense', 'identity'],
  ])('"%s" gets %s', async (accepted, encoding) => {
    const answer = await ask('/terms/', { 'accept-encoding': accepted });
    expect(decoded(answer)).toEqual([encoding, true]);
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });

  test('a file with one encoding only has no Vary', async () => {
    const { headers } = await ask('/photo.png', { 'accept-encoding': 'br' });
    expect([headers.vary, headers['content-encoding']]).toEqual([undefined, undefined]);
  });
});

describe('validators (RFC 9110, 13)', () => {
  test('each encoding has its own strong ETag', async () => {
    const tags = await Promise.all(
      ['', 'br', 'gzip'].map(async (one) => (await ask('/terms/', { 'accept-encoding': one })).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test.each([
    ['the same', (tag: string) => tag, 304],
    ['a weak twin', (tag: string) => `W/${tag}`, 304],
    ['one of a list', (tag: string) => `"other", W/${tag} ,"more"`, 304],
    ['anything', () => '*', 304],
    ['another', () => '"other"', 200],
    ['a part', (tag: string) => tag.slice(0, 9), 200],
  ])('If-None-Match with %s', async (_, header, status) => {
    const { headers } = await ask('/terms/');
    const answer = await ask('/terms/', { 'if-none-match': header(String(headers.etag)) });
    expect(answer.status).toBe(status);
    if (status !== 304) return;
    expect(answer.body.length).toBe(0);
    expect(answer.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': headers['cache-control'],
      vary: 'Accept-Encoding',
    });
  });

  test('If-Match with another ETag is rejected', async () => {
    expect((await ask('/terms/', { 'if-match': '"other"' })).status).toBe(412);
    expect((await ask('/terms/', { 'if-match': '*' })).status).toBe(200);
  });
});

describe('ranges (RFC 9110, 14)', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('%s', async (range, body, where) => {
    const answer = await ask('/photo.png', { range });
    expect([answer.status, answer.body.toString(), answer.headers['content-range']]).toEqual([
      206,
      body,
      where,
    ]);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('%s cannot be satisfied', async (range) => {
    const answer = await ask('/photo.png', { range });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */10']);
  });

  test.each(['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    '%s is answered in full',
    async (range) => {
      expect((await ask('/photo.png', { range })).status).toBe(200);
    },
  );

  test('HEAD ignores a range', async () => {
    expect((await ask('/photo.png', { range: 'bytes=0-3' }, 'HEAD')).status).toBe(200);
  });

  test('If-Range sends the range only if the file is the same', async () => {
    const { headers } = await ask('/photo.png');
    const ranged = (tag: string) => ask('/photo.png', { range: 'bytes=0-3', 'if-range': tag });
    expect((await ranged(String(headers.etag))).status).toBe(206);
    expect((await ranged(`W/${headers.etag}`)).status).toBe(200);
    expect((await ranged('"other"')).status).toBe(200);
    expect((await ranged('Sat, 21 Nov 2026 04:00:00 GMT')).status).toBe(200);
  });

  test('a range counts bytes of the uncompressed file', async () => {
    const answer = await ask('/terms/', { range: 'bytes=0-8', 'accept-encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.body.toString()]).toEqual([undefined, '<!doctype']);
  });

  test('a range with a matching If-None-Match gets a 304', async () => {
    const { headers } = await ask('/photo.png');
    expect(
      (await ask('/photo.png', { range: 'bytes=0-3', 'if-none-match': String(headers.etag) })).status,
    ).toBe(304);
  });
});

describe('[APP-01] the service worker’s file', () => {
  test('is checked at every visit', async () => {
    const { headers, body } = await ask('/service-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body.toString()).toBe('on');
  });

  test('is replaced by the one that removes it when service workers are off', () => {
    const off = new StaticFiles({
      folder: join(folder, 'client'),
      policies: new Map(),
      https: true,
      substitutes: { '/service-worker.js': '/service-worker-off.js' },
    });
    const sent: unknown[] = [];
    const res = { writeHead: () => res, end: (body: unknown) => sent.push(body) };
    off.serve({ url: '/service-worker.js', method: 'GET', headers: {} } as never, res as never);
    expect(String(sent[0])).toBe('off');
  });
});

describe('a file with the placeholder of the origin', () => {
  test('is sent with the origin in its place in every encoding, and one without it as it was built', async () => {
    const client = mkdtempSync(join(folder, 'origin-'));
    const built = `<link rel="canonical" href="${originPlaceholder}/"><p>${'Words. '.repeat(50)}</p>`;
    writeFileSync(join(client, 'index.html'), built);
    writeFileSync(join(client, 'plain.txt'), 'hello');
    const filled = await fillInOrigin(client, 'https://liftoff.example');
    expect([...filled.keys()]).toEqual([join(client, 'index.html')]);
    const { identity, br, gzip } = filled.get(join(client, 'index.html')) ?? {};
    const expected = built.replace(originPlaceholder, 'https://liftoff.example');
    expect(identity?.toString()).toBe(expected);
    expect(brotliDecompressSync(br ?? '').toString()).toBe(expected);
    expect(gunzipSync(gzip ?? '').toString()).toBe(expected);
    const own = new StaticFiles({ folder: client, policies: new Map(), https: true, filled });
    const at = createServer((req, res) => void own.serve(req, res));
    await new Promise<void>((ready) => at.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(at.address() as AddressInfo).port}`;
    expect(await (await fetch(`${url}/`)).text()).toBe(expected);
    expect(await (await fetch(`${url}/plain.txt`)).text()).toBe('hello');
    at.close();
  });
});
