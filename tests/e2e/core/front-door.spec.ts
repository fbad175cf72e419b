import { readFileSync } from 'node:fs';
import { expect, test } from '../support/test.ts';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), otp-credentials=(self)',
};

const pages: [kind: string, path: string, status: number][] = [
  ['prerendered', '/', 200],
  ['prerendered', '/terms/', 200],
  ['server-rendered', '/moonshot/jobs/', 200],
  ['the API documentation', '/api/docs/', 200],
  ['not found', '/no-such-page/', 404],
  ['not found by the page itself', '/moonshot/jobs/no-such-job/', 404],
];

for (const [kind, path, status] of pages) {
  test(`[C-35] a strict policy on every page: ${kind}, ${path}`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(status);
    expect(answer.headers()).toMatchObject({
      ...everywhere,
      'content-type': expect.stringContaining('text/html'),
    });
    expect(await answer.text()).toContain('</html>');

    const policy = answer.headers()['content-security-policy'] ?? '';
    const directives = new Map(policy.split(';').map((one) => [one.trim().split(' ')[0], one.trim()]));
    expect(directives.get('default-src')).toBe("default-src 'self'");
    for (const name of ['frame-ancestors', 'object-src', 'base-uri'])
      expect(directives.get(name)).toBe(`${name} 'none'`);
    expect(directives.get('form-action')).toBe("form-action 'self'");
    expect(directives.get('script-src')).toMatch(/^script-src 'self'( 'sha256-[\w+/=]+')*$/);
    expect(policy.length, 'only the hashes of this page').toBeLessThan(1200);
    if (path !== '/api/docs/') expect(policy).not.toContain('unsafe');
  });
}

const others: [path: string, status: number][] = [
  ['/api/no/such/call/', 404],
  ['/api/openapi.json', 200],
  ['/moonshot/jobs', 301],
  ['/terms', 301],
  ['/%/', 404],
  ['/_image/?href=https://example.com/a.png&w=10&f=webp', 403],
];

for (const [path, status] of others) {
  test(`[C-35] every response has the other headers: ${path}`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(status);
    expect(answer.headers()).toMatchObject({
      ...everywhere,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(answer.headers()).not.toHaveProperty('server');
    expect(answer.headers()).not.toHaveProperty('x-powered-by');
  });
}

test('[C-35] API responses are not cached', async ({ request }) => {
  const answer = await request.get('/api/no/such/call/');
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(await answer.json()).toMatchObject({ error_code: 'NOT_FOUND', field_errors: {} });
});

for (const path of [
  '/',
  '/programs/',
  '/programs/embark-pro/',
  '/moonshot/',
  '/moonshot/jobs/',
  '/reviews/',
  '/portfolios/asha-verma/',
])
  test(`[C-40] a page that has no form answers 405 to one: ${path}`, async ({ request, baseURL }) => {
    const answer = await request.post(path, {
      form: { a: '1' },
      headers: { origin: baseURL ?? '' },
      maxRedirects: 0,
    });
    expect([answer.status(), answer.headers().allow]).toEqual([405, 'GET, HEAD']);
    expect((await request.get(path)).status()).toBe(200);
  });

for (const path of ['/callback/', '/programs/embark-pro/brochure/', '/account/verify-email/'])
  test(`[C-40] a page that has a form reads it: ${path}`, async ({ request, baseURL }) => {
    const answer = await request.post(path, {
      form: { a: '1' },
      headers: { origin: baseURL ?? '' },
      maxRedirects: 0,
    });
    expect([answer.status(), answer.headers().allow]).not.toContain(405);
  });

test('pages are compressed and cached', async ({ request }) => {
  const first = await request.get('/', { headers: { 'Accept-Encoding': 'br' } });
  expect(first.headers()['content-encoding']).toBe('br');
  const again = await request.get('/', {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': first.headers().etag ?? '' },
  });
  expect(again.status()).toBe(304);
});

test('a server error shows a page with a policy', () => {
  expect(readFileSync('dist/client/500.html', 'utf8')).toContain('</html>');
  expect(readFileSync('dist/_headers.json', 'utf8')).toContain('"/500"');
});

for (const path of ['/no-such-page/', '/%c0%ae/', '/moonshot/jobs/no-such-job/'])
  test(`[C-40] an error page shows the number of its request: ${path}`, async ({ request }) => {
    const answer = await request.get(path);
    const id = answer.headers()['x-request-id'];
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(await answer.text()).toMatch(
      new RegExp(`data-request-number>[^<]*give this number: <code[^>]*>${id}</code>`),
    );
  });
