import { expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { closingBoundary, formatFilePart, sendParts } from '../../support/media/upload.ts';

const mediaHost = 'https://media.localhost';
const api = useTestApi({ MEDIA_HOST: mediaHost });
const path = '/api/v1/upload/';
const pdf = [formatFilePart(Buffer.from('%PDF-1.7\n%%EOF'), 'a.pdf'), closingBoundary];

/** The preflight that a browser sends before it uploads a file with a token to another host. */
const preflight = (origin: string, at = path) =>
  api.api(
    new Request(`${mediaHost}${at}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    }),
  );

test('[API-34] pages upload to the separate media host with a token', async () => {
  const { visitor } = await signUpVerified(api);
  const { body } = await visitor.call('POST /api/v1/upload/token/', {});
  expect(body.upload_url).toBe(`${mediaHost}${path}`);
  const allowed = await preflight(api.config.siteOrigin);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': api.config.siteOrigin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, accept',
  });
  const headers = { authorization: `Bearer ${body.token}`, 'sec-fetch-site': 'same-site' };
  const sent = await sendParts(api.visitor(), pdf, headers);
  expect(sent.status).toBe(200);
  expect(sent.headers.get('access-control-allow-origin')).toBe(api.config.siteOrigin);
});

test('[C-26] our pages can read an error response; no cookie is required, and cookies from other sites are ignored', async () => {
  const { visitor } = await signUpVerified(api);
  const rejected = await sendParts(visitor, pdf, {
    authorization: 'Bearer x',
    'sec-fetch-site': 'same-site',
  });
  expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([
    401,
    api.config.siteOrigin,
  ]);
  expect(rejected.headers.has('access-control-allow-credentials')).toBe(false);
  const byCookie = await sendParts(visitor, pdf, { 'sec-fetch-site': 'same-site' });
  expect(byCookie.body.error_code).toBe('CSRF_FAILED');
});

test('[C-26] other sites and other endpoints get no CORS permission', async () => {
  const stranger = await preflight('https://evil.example');
  expect([stranger.status, stranger.headers.has('access-control-allow-origin')]).toEqual([405, false]);
  const other = await preflight(api.config.siteOrigin, '/api/v1/user/update/');
  expect([other.status, other.headers.has('access-control-allow-origin')]).toEqual([405, false]);
});
