import type { Page } from 'playwright/test';
import { expect, test } from './support/test.ts';

const portrait = '/images/thumb/192/content/portraits/ananya-iyer';

/** Every picture of the page, once the reader has been at its end. */
async function picturesOf(page: Page) {
  return page.evaluate(async () => {
    for (const image of document.images) {
      image.scrollIntoView({ behavior: 'instant' });
      await image.decode();
    }
    return [...document.images].map((image) => ({
      src: image.currentSrc,
      width: image.getAttribute('width'),
      height: image.getAttribute('height'),
      natural: image.naturalWidth,
    }));
  });
}

for (const path of ['/', '/coaches/', '/alumni/', '/reviews/', '/programs/career-accelerator-program/']) {
  test(`[IMG-01] the portraits of ${path} load from here and keep their place`, async ({ page, baseURL }) => {
    await page.goto(path);
    const pictures = await picturesOf(page);
    expect(pictures.length).toBeGreaterThan(0);
    for (const { src, width, height, natural } of pictures) {
      expect(src).toMatch(new RegExp(`^(${baseURL}/|data:)`));
      expect(natural).toBeGreaterThan(0);
      expect(Number(width)).toBeGreaterThan(0);
      expect(Number(height)).toBeGreaterThan(0);
    }
  });
}

test('[IMG-01] [C-34] the built server makes a thumbnail, and keeps it', async ({ request }) => {
  const accept = { Accept: 'image/avif,image/webp,*/*' };
  const first = await request.get(portrait, { headers: accept });
  expect(first.status()).toBe(200);
  expect(first.headers()).toMatchObject({
    'content-type': 'image/avif',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    vary: 'Accept',
  });
  const known = { ...accept, 'If-None-Match': first.headers().etag ?? '' };
  expect((await request.get(portrait, { headers: known })).status()).toBe(304);
});

test('[IMG-01] Chromium shows what the proxy answers', async ({ page }) => {
  await page.goto('/terms/');
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, portrait);
  expect(size).toEqual([192, 192]);
});

test('[C-34] nothing else makes images: another host, Astro’s own address, unknown parameters', async ({
  request,
}) => {
  const refusals: [path: string, status: number][] = [
    ['/images/thumb/192/https%3A%2F%2Fexample.com%2Fa.png/a', 403],
    ['/_image/?href=/favicon.svg&w=10&f=webp', 403],
    [`${portrait}?w=4000`, 400],
    ['/images/thumb/193/content/portraits/ananya-iyer', 400],
    ['/images/thumb/192/content/../../package.json', 404],
  ];
  for (const [path, status] of refusals) expect((await request.get(path)).status(), path).toBe(status);
});
