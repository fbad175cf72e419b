import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageSource, createPhoto } from '../support/media/pictures.ts';
import { browser, openImages } from './support.ts';

const photo = await createPhoto([{ x: 700, y: 250 }]);
const open = () => openImages(createImageSource({ photo }, { isImmutable: true }));

describe('[IMG-01] the format follows what the browser accepts', () => {
  const cases: [accept: string, type: string][] = [
    [browser, 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0.5,image/webp', 'image/webp'],
    ['image/avif;q=0, image/webp;q=0', 'image/jpeg'],
    ['image/*,*/*;q=0.8', 'image/jpeg'],
    ['', 'image/jpeg'],
  ];
  test.each(cases)('%s', async (accept, type) => {
    const answer = await open().ask('/images/thumb/96/media/photo', { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('vary')).toBe('Accept');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 96, height: 96 });
  });
});

test('[C-32] [C-34] an image may be cached for ever, and has a policy without permissions', async () => {
  const { headers } = await open().ask('/images/height/160/media/photo?q=85&f=auto');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
  });
});

test('a response may be cached for ever only when its bytes cannot change', async () => {
  const { ask } = openImages(createImageSource({ photo }));
  for (const [query, lifetime] of [
    ['', 'public, max-age=86400'],
    ['?v=second', 'public, max-age=86400'],
    ['?v=first', 'public, max-age=31536000, immutable'],
  ])
    expect((await ask(`/images/thumb/64/media/photo${query}`)).headers.get('cache-control')).toBe(lifetime);
});

test('HEAD sends the headers of GET', async () => {
  const { ask } = open();
  const [head, get] = [
    await ask('/images/thumb/64/media/photo', { method: 'HEAD' }),
    await ask('/images/thumb/64/media/photo'),
  ];
  expect([...head.headers]).toEqual([...get.headers]);
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test('a cached copy of the browser is not rendered again, even when our cache is empty', async () => {
  const etag = (await open().ask('/images/thumb/64/media/photo')).headers.get('etag') ?? '';
  const source = createImageSource({ photo });
  const { ask } = openImages(source);
  for (const cachedEtag of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await ask('/images/thumb/64/media/photo', { headers: { 'if-none-match': cachedEtag } });
    expect(answer.status).toBe(304);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('vary')).toBe('Accept');
  }
  expect(source.reads).toBe(0);
  const other = await ask('/images/thumb/64/media/photo', {
    headers: { 'if-none-match': etag },
    accept: '*/*',
  });
  expect(other.status).toBe(200);
});

describe('[C-34] what is not listed is rejected with the shape of every error', () => {
  const cases: [path: string, status: number, code: string, field?: string][] = [
    ['/images/thumb/100/media/photo', 400, 'IMAGE_PARAMS_INVALID', 'size'],
    ['/images/thumb/064/media/photo', 400, 'IMAGE_PARAMS_INVALID', 'size'],
    ['/images/thumb/1e2/media/photo', 400, 'IMAGE_PARAMS_INVALID', 'size'],
    ['/images/height/2048/media/photo', 400, 'IMAGE_PARAMS_INVALID', 'height'],
    ['/images/thumb/64/media/photo?w=4000', 400, 'IMAGE_PARAMS_INVALID', 'w'],
    ['/images/thumb/64/media/photo?q=100', 400, 'IMAGE_PARAMS_INVALID', 'q'],
    ['/images/thumb/64/media/photo?q=85&q=85', 400, 'IMAGE_PARAMS_INVALID', 'q'],
    ['/images/thumb/64/media/photo?f=gif', 400, 'IMAGE_PARAMS_INVALID', 'f'],
    ['/images/thumb/64/media/photo?__proto__=1', 400, 'IMAGE_PARAMS_INVALID'],
    ['/images/thumb/64/media/none', 404, 'NOT_FOUND'],
    ['/images/thumb/64/media/..%2f..%2fpackage.json', 404, 'NOT_FOUND'],
    ['/images/thumb/64/media/%ff', 404, 'NOT_FOUND'],
    ['/images/thumb/64/media/', 404, 'NOT_FOUND'],
    ['/images/square/64/media/photo', 404, 'NOT_FOUND'],
    ['/images/', 404, 'NOT_FOUND'],
    ['/images/thumb/64/https://example.com/a.png', 403, 'IMAGE_SOURCE_FORBIDDEN'],
    ['/images/thumb/64/https%3A%2F%2F127.0.0.1%2Fa.png/x', 403, 'IMAGE_SOURCE_FORBIDDEN'],
    ['/images/thumb/64/constructor/photo', 403, 'IMAGE_SOURCE_FORBIDDEN'],
  ];
  test.each(cases)('%s', async (path, status, code, field) => {
    const answer = await open().ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      error_code: code,
      error: expect.stringMatching(/./),
      field_errors: field ? { [field]: expect.any(String) } : expect.any(Object),
      request_id: expect.any(String),
    });
  });

  test('another method is rejected', async () => {
    const answer = await open().ask('/images/thumb/64/media/photo', { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
