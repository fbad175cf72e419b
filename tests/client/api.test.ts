import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#lib/client/api.ts';
import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { getGameChangersApiBase } from '#lib/client/game-changers-api.ts';
import { errorResponse, json, stubBrowser, wireUser } from '../support/fake-api.ts';

const solveProof = vi.hoisted(() => vi.fn<(challenge: string) => Promise<string>>());
vi.mock('#lib/client/proof-of-work.ts', () => ({ solveProof }));

const exists = 'POST /api/v1/auth/user-exists/';
const ask = () => api(exists, { body: { countryIsoCode: 'IN', phone: '9876543210' } });
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
  solveProof.mockReset();
});

test('[API-01] sends snake_case JSON uncached with same-origin credentials, and returns camelCase', async () => {
  browser.on(exists, () => json({ user_exists: true }));
  expect(await ask()).toEqual({ userExists: true });
  const { body, init } = browser.sent[0] ?? {};
  expect(body).toEqual({ country_iso_code: 'IN', phone: '9876543210' });
  expect(init).toMatchObject({ cache: 'no-store', credentials: 'same-origin', method: 'POST' });
  expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
});

test('[API-01] inserts parameters into the path, and sends an empty object when a call has no body', async () => {
  browser.on('POST /api/v1/moonshot/jobs/a%2Fb/apply/', () => json({ id: 'x' }));
  await api('POST /api/v1/moonshot/jobs/{jobSlug}/apply/', { params: { jobSlug: 'a/b' } });
  expect(browser.sent[0]?.body).toEqual({});
});

test('[USER-01] does not convert keys that are not identifiers', async () => {
  const avatar = { '192X192': { url: '/a.webp' }, s3_url: '/b.webp' };
  browser.on('GET /api/v3/user/', () => json({ user: wireUser({ avatar }), user_profiles: [] }));
  const { user } = await api('GET /api/v3/user/');
  expect(user.avatar).toEqual({ '192X192': { url: '/a.webp' }, s3Url: '/b.webp' });
  expect(browser.sent[0]?.body).toBeUndefined();
});

test('[API-02] a failure has status, code, message and camelCase field errors, and is not retried', async () => {
  browser.on(exists, () =>
    errorResponse(429, 'RATE_LIMITED', 'Slow down', {
      field_errors: { country_iso_code: 'No' },
      retry_after: 9,
    }),
  );
  const error = await ask().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    errorCode: 'RATE_LIMITED',
    error: 'Slow down',
    fieldErrors: { countryIsoCode: 'No' },
    retryAfter: 9,
  });
  expect(browser.sent).toHaveLength(1);
});

test('[API-02] a failure that is not JSON still has its status', async () => {
  browser.on(exists, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await ask().catch((reason: unknown) => reason)).toMatchObject({
    status: 502,
    body: null,
    error: null,
    fieldErrors: {},
  });
});

test.each([['<p>Hello</p>'], ['']])('[API-03] a success that is not JSON: %j', async (text) => {
  browser.on(exists, () => new Response(text, { status: 200 }));
  await expect(ask()).rejects.toThrow('Failed to parse successful response body as JSON');
});

test('a lost connection is a failure with a message to show, offline or not', async () => {
  browser.on(exists, () => new TypeError('Failed to fetch'));
  const unreachable = await ask().catch((reason: unknown) => reason);
  expect(unreachable).toBeInstanceOf(NetworkError);
  expect(String(unreachable)).toMatch(/could not reach the server/);
  vi.stubGlobal('navigator', { onLine: false });
  expect(String(await ask().catch((reason: unknown) => reason))).toMatch(/You are offline/);
  vi.unstubAllGlobals();
});

test('a response that takes too long is a failure with a message', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(
    AbortSignal.abort(new DOMException('late', 'TimeoutError')),
  );
  browser.on(exists, () => new DOMException('late', 'TimeoutError') as unknown as Error);
  expect(String(await ask().catch((reason: unknown) => reason))).toMatch(/taking too long/);
});

test('[APP-03] the base URL is configurable', async () => {
  vi.stubEnv('PUBLIC_API_BASE_URL', 'https://api.liftoff.example');
  browser.on('POST https://api.liftoff.example/api/v1/auth/user-exists/', () => json({ user_exists: false }));
  expect(await ask()).toEqual({ userExists: false });
  vi.unstubAllEnvs();
});

test('[APP-04] the second API has a base URL of its own, which is empty at first', () => {
  expect(getGameChangersApiBase()).toBe('');
  vi.stubEnv('PUBLIC_GAME_CHANGERS_API_BASE_URL', 'https://games.liftoff.example');
  expect(getGameChangersApiBase()).toBe('https://games.liftoff.example');
  vi.unstubAllEnvs();
});

describe('[C-12] a challenge of a busy network', () => {
  const challenge = () =>
    errorResponse(428, 'PROOF_REQUIRED', 'We could not check your browser.', { challenge: 'c2FsdA==' });

  test('is solved, and the request is sent again with the answer', async () => {
    solveProof.mockResolvedValueOnce('answer');
    browser.on(exists, () => (browser.sent.length === 1 ? challenge() : json({ user_exists: true })));
    expect(await ask()).toEqual({ userExists: true });
    expect(solveProof).toHaveBeenCalledExactlyOnceWith('c2FsdA==');
    expect(browser.sent.map(({ init }) => new Headers(init.headers).get('proof-of-work'))).toEqual([
      null,
      'answer',
    ]);
    expect(browser.sent[1]?.body).toEqual(browser.sent[0]?.body);
  });

  test('that comes again and again is answered three times', async () => {
    solveProof.mockResolvedValue('answer');
    browser.on(exists, challenge);
    await expect(ask()).rejects.toMatchObject({ status: 428, errorCode: 'PROOF_REQUIRED' });
    expect(browser.sent).toHaveLength(4);
  });

  test('that the browser cannot solve is an error with the message of the server', async () => {
    solveProof.mockRejectedValueOnce(new Error('no worker'));
    browser.on(exists, challenge);
    await expect(ask()).rejects.toMatchObject({ error: 'We could not check your browser.' });
    expect(browser.sent).toHaveLength(1);
  });
});
