import { describe, expect, test } from 'vitest';
import {
  chooseStrategy,
  endsSession,
  hasPublicVersion,
  isPublicPage,
  isPublicResponse,
  isRecent,
  listAssets,
  pageKeyOf,
} from '#lib/browser/offline/cache-rules.ts';
import { addSavedNote, fillShell } from '#lib/browser/offline/offline-html.ts';

const origin = 'https://liftoff.example';
const request = (path: string, { method = 'GET', mode = 'cors', headers = {} } = {}) => ({
  url: new URL(path, origin).href,
  method,
  mode: mode as RequestMode,
  headers: new Headers(headers),
});
const response = (headers: Record<string, string>, { status = 200, redirected = false } = {}) => ({
  status,
  redirected,
  headers: new Headers(headers),
});

describe('[APP-01] the service worker', () => {
  test.each([
    ['/programs/', { mode: 'navigate' }, 'page'],
    ['/account/', { mode: 'navigate' }, 'page'],
    ['/_astro/page.B1x2.js', {}, 'asset'],
    ['/images/asha.webp', { mode: 'no-cors' }, 'picture'],
    ['/api/v3/user/', {}, 'network'],
    ['/programs/', { method: 'POST', mode: 'navigate' }, 'network'],
    ['/_astro/film.B1x2.mp4', { headers: { Range: 'bytes=0-9' } }, 'network'],
    ['https://elsewhere.example/_astro/x.js', {}, 'network'],
  ])('%s %j: %s', (path, options, strategy) => {
    expect(chooseStrategy(request(path, options), origin)).toBe(strategy);
  });

  test.each([
    ['/programs/embark-pro/', '/programs/embark-pro/'],
    ['/programs/?utm_source=x&gclid=1#faq', '/programs/'],
    ['/accounting/', '/accounting/'],
  ])('keeps %s as %s', (path, key) => {
    expect(pageKeyOf(origin + path)).toBe(origin + key);
  });

  test.each([
    '/account',
    '/account/privacy/',
    '/api/v3/user/',
    '/staff/leads/',
    '/shortlist/secret/',
    '/expert/',
    '/media/1/cv.pdf',
    '/unsubscribe/1/news/key/',
    '/dev/inbox/',
    '/coaches/?expertise=Product',
    '/callback/?phone=9876543210',
    '/certificates/AB12CD34EF56/',
  ])('never keeps %s', (path) => {
    expect(pageKeyOf(origin + path)).toBeNull();
  });

  test.each([
    [response({ 'Cache-Control': 'public, max-age=0, must-revalidate', Vary: 'Accept-Encoding' })],
    [response({ 'Cache-Control': 'public, max-age=31536000, immutable' })],
  ])('keeps what the server marks as public', (one) => {
    expect(isPublicResponse(one)).toBe(true);
  });

  test.each([
    ['nothing', {}, {}],
    ['private', { 'Cache-Control': 'private, no-cache' }, {}],
    ['no-store', { 'Cache-Control': 'no-store' }, {}],
    ['public but not to be stored', { 'Cache-Control': 'public, no-store' }, {}],
    ['public with a private field', { 'Cache-Control': 'public, private="set-cookie"' }, {}],
    ['different for each cookie', { 'Cache-Control': 'public', Vary: 'Accept-Encoding, Cookie' }, {}],
    ['different for each request', { 'Cache-Control': 'public', Vary: '*' }, {}],
    ['a part', { 'Cache-Control': 'public' }, { status: 206 }],
    ['an error', { 'Cache-Control': 'public' }, { status: 404 }],
    ['another address', { 'Cache-Control': 'public' }, { redirected: true }],
  ])('does not keep what is marked as: %s', (_, headers, rest) => {
    expect(isPublicResponse(response(headers, rest))).toBe(false);
  });

  test('keeps pages, but no documents as pages', () => {
    const type = (name: string) => response({ 'Cache-Control': 'public', 'Content-Type': name });
    expect(isPublicPage(type('text/html; charset=utf-8'))).toBe(true);
    expect(isPublicPage(type('application/pdf'))).toBe(false);
  });

  test('asks without cookies for a page of which the server has an answer for everybody', () => {
    const own = { 'Cache-Control': 'private, no-cache', 'Public-Version': '?1' };
    expect(hasPublicVersion(response(own))).toBe(true);
    expect(isPublicResponse(response(own))).toBe(false);
    expect(hasPublicVersion(response({ 'Cache-Control': 'private, no-cache' }))).toBe(false);
    expect(hasPublicVersion(response(own, { status: 404 }))).toBe(false);
    expect(hasPublicVersion(response(own, { redirected: true }))).toBe(false);
  });

  test('does not ask for a page again that it has asked for within the hour', () => {
    const sent = new Date('2026-11-24T09:00:00Z');
    const saved = response({ Date: sent.toUTCString() });
    expect(isRecent(saved, sent.getTime() + 59 * 60_000)).toBe(true);
    expect(isRecent(saved, sent.getTime() + 60 * 60_000)).toBe(false);
    expect(isRecent(response({}), sent.getTime())).toBe(false);
  });

  test('notices a log-out', () => {
    expect(endsSession(request('/api/v1/auth/logout/', { method: 'POST' }))).toBe(true);
    expect(endsSession(request('/api/v1/auth/login/', { method: 'POST' }))).toBe(false);
    expect(endsSession(request('/api/v1/auth/logout/'))).toBe(false);
  });

  test('finds the files of a page once each', () => {
    const html =
      '<script src="/_astro/a.B1.js"></script><link href="/_astro/b.C2.css"><script>import "/_astro/a.B1.js"';
    expect(listAssets(html)).toEqual(['/_astro/a.B1.js', '/_astro/b.C2.css']);
  });
});

describe('[APP-01] without a connection', () => {
  test('a kept page says that it is one, and when it was saved', () => {
    const html = addSavedNote(
      '<header></header><article><header></header></article>',
      new Date(2026, 10, 24, 9, 5),
    );
    expect(html).toContain('You are offline. This page was saved on 24 Nov');
    expect(html.match(/role="status"/g)).toHaveLength(1);
  });

  const shell =
    '<main><template data-offline><h1>You are offline.</h1><div data-saved hidden><h2>Pages</h2><ul></ul></div></template></main>';

  test('the shell shows its message and links to the kept pages', () => {
    const html = '<title>Fees &amp; dates · Liftoff</title>';
    const shown = fillShell(shell, [{ url: `${origin}/programs/a&b/`, html }]);
    expect(shown).toBe(
      '<main><h1>You are offline.</h1><div><h2>Pages</h2><ul><li><a class="link" href="/programs/a&amp;b/">Fees &amp; dates</a></li></ul></div></main>',
    );
  });

  test('the shell shows no list without kept pages', () => {
    expect(fillShell(shell, [])).toContain('<div data-saved hidden>');
  });
});
