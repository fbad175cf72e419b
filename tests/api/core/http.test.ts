import { describe, expect, it } from 'vitest';
import { createApi } from '#lib/server/api.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp } from '../../support/auth/people.ts';
import { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const exists = 'POST /api/v1/auth/user-exists/';
const body = { country_iso_code: 'IN', phone: '9876501234' };

describe('the error contract', () => {
  it('has one shape, in snake_case, never cached', async () => {
    const { status, headers, body } = await test.visitor().call('GET /api/v3/user/');
    expect(status).toBe(401);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      error_code: 'NOT_AUTHENTICATED',
      error: 'Please log in',
      field_errors: {},
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it.each([
    'GET /api/',
    'GET /api/v1/nothing/',
    'POST /api/v1/auth/user-exists',
    'GET /api/v1/moonshot/jobs/%E0%A4%A/',
  ])('answers 404 to the unknown endpoint %s', async (key) => {
    const { status, body } = await test.visitor().call(key, key.startsWith('POST') ? {} : undefined);
    expect([status, body.error_code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['GET /api/v1/auth/user-exists/', 'POST'],
    ['DELETE /api/v3/user/', 'GET, HEAD'],
  ])('answers 405 to %s with Allow: %s', async (key, allow) => {
    const { status, headers, body } = await test.visitor().call(key);
    expect([status, headers.get('allow'), body.error_code]).toEqual([405, allow, 'METHOD_NOT_ALLOWED']);
  });

  it('[C-40] an unexpected failure is one generic 500 with a request id', async () => {
    await test.db.schema.alterTable('app_user').renameTo('app_user_gone').execute();
    try {
      const { status, body: answer } = await test.visitor().call(exists, body);
      expect([status, answer.error_code, answer.error]).toEqual([
        500,
        'INTERNAL_ERROR',
        'Something went wrong. Try Again.',
      ]);
      expect(JSON.stringify(answer)).not.toContain('app_user');
    } finally {
      await test.db.schema.alterTable('app_user_gone').renameTo('app_user').execute();
    }
  });
});

describe('[C-26] a write from another site is blocked', () => {
  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    [
      'a foreign origin without fetch metadata',
      { origin: 'https://localhost.evil.example', 'sec-fetch-site': null },
    ],
    ['a null origin', { origin: 'null', 'sec-fetch-site': null }],
    ['no origin but fetch metadata', { origin: null }],
    ['an address bar', { 'sec-fetch-site': 'none' }],
  ])('%s', async (_, headers) => {
    const { status, body: answer } = await test.visitor().call(exists, body, headers);
    expect([status, answer.error_code, answer.error]).toEqual([
      403,
      'CSRF_FAILED',
      'Request blocked. Reload the page.',
    ]);
  });

  it('a cookie without an origin header', async () => {
    const { visitor } = await signUp(test);
    const bare = { origin: null, 'sec-fetch-site': null };
    expect((await visitor.call('POST /api/v1/auth/logout/', {}, bare)).status).toBe(403);
    expect((await test.visitor().call(exists, body, bare)).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    null,
  ])('content type %s is answered 415', async (type) => {
    const { status, body: answer } = await test
      .visitor()
      .call(exists, JSON.stringify(body), { 'content-type': type });
    expect([status, answer.error_code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('reads are allowed', async () => {
    const { status } = await test
      .visitor()
      .call('GET /api/v1/public/coaches/', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(200);
  });
});

describe('bodies', () => {
  it('[C-28] over 64 KiB are rejected, with or without a Content-Length', async () => {
    const big = JSON.stringify({ ...body, padding: ['x'.repeat(9000), ...Array(7).fill('x'.repeat(9000))] });
    const declared = await test.visitor().call(exists, big, { 'content-length': String(big.length) });
    expect([declared.status, declared.body.error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const streamed = await test.visitor().call(exists, big, { 'content-length': null });
    expect(streamed.status).toBe(413);
    expect(streamed.headers.get('connection')).toBe('close');
  });

  it.each(['', '{', '[]', '"x"', 'null', '{"a":1}x', '\ud800'])('%j is not a JSON object', async (text) => {
    const { status, body: answer } = await test.visitor().call(exists, text || '[');
    expect([status, answer.error_code]).toEqual([400, 'INVALID_JSON']);
  });

  it.each([
    ['nested too deeply', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['very deeply', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    [
      'too many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, 1]))),
    ],
    ['a long text', JSON.stringify({ a: 'x'.repeat(10_001) })],
    ['a long list', JSON.stringify({ a: Array(201).fill(1) })],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['one name twice after conversion', '{"first_name":"a","firstName":"b"}'],
    ['NUL', '{"phone":"98\\u0000"}'],
    ['a lone surrogate', '{"phone":"\\ud800"}'],
  ])('[C-29] with %s are rejected', async (_, text) => {
    const { status, body: answer } = await test.visitor().call(exists, text);
    expect([status, answer.error_code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('[API-01] keys can be snake_case or camelCase, unknown keys are ignored', async () => {
    const { status } = await test
      .visitor()
      .call(exists, { countryIsoCode: 'IN', phone: '9876501234', unknown: 1 });
    expect(status).toBe(200);
  });

  it('[C-30] a repeated parameter is rejected', async () => {
    const { status } = await test.visitor().call('GET /api/v1/moonshot/jobs/?limit=1&limit=2');
    expect(status).toBe(400);
  });
});

it('[APP-03] HEAD returns the response of GET without a body', async () => {
  const { status, body: answer } = await test.visitor().call('HEAD /api/v1/public/coaches/');
  expect([status, answer]).toEqual([200, null]);
});

it('[C-40] a client that disconnects while it sends is not logged as a server error', async () => {
  const logged: unknown[] = [];
  const log = { ...createLog('silent'), error: (...args: unknown[]) => logged.push(args) } as unknown as Log;
  const { config, db, messages, mediaStore } = test;
  const api = createApi({ config, db, messages, mediaStore, log, clientAddress: () => '203.0.113.7' });
  const gone = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"phone":'));
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    },
  });
  const answer = await new Visitor(api, config.siteOrigin, '203.0.113.7').call(exists, gone);
  expect([answer.status, answer.body.error_code, logged]).toEqual([400, 'INVALID_JSON', []]);
});
