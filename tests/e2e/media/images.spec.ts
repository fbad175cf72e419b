import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/test.ts';

const portrait = '/images/thumb/192/content/portraits/ananya-iyer';

/** Returns all pictures of the page after the reader has scrolled to its end. */
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

for (const path of [
  '/',
  '/moonshot/',
  '/coaches/',
  '/alumni/',
  '/reviews/',
  '/programs/career-accelerator-program/',
]) {
  test(`the pictures of ${path} load from our host without a layout shift`, async ({ page, baseURL }) => {
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

test('[IMG-01] the API returns pictures of coaches as squares of 192 px, in an accepted format', async ({
  request,
}) => {
  const { results } = await (await request.get('/api/v1/public/coaches/?limit=3')).json();
  expect(results).toHaveLength(3);
  for (const { avatar } of results)
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const answer = await request.get(avatar['192X192'].url, { headers: { Accept: accept } });
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
      expect(answer.headers()['cache-control']).toContain('immutable');
      expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: 192, height: 192 });
    }
});

/** Describes a picture of the page: its loaded address, its width in the layout and its own width. */
const shownPicture = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (image: HTMLImageElement) => {
    image.scrollIntoView({ behavior: 'instant' });
    await image.decode();
    const { currentSrc: url, naturalWidth, naturalHeight, clientWidth, srcset, sizes } = image;
    const [, real] = new RegExp(`${new URL(url).pathname}\\S* (\\d+)w`).exec(srcset) ?? [];
    return { url, ratio: naturalWidth / naturalHeight, clientWidth, srcset, sizes, real: Number(real) };
  });

test('[IMG-01] the picture of Moonshot comes from the proxy, as wide as the screen needs', async ({
  page,
  request,
}) => {
  await page.goto('/moonshot/');
  const shown = await shownPicture(page, '.landing-picture');
  expect(new URL(shown.url).pathname).toMatch(/^\/images\/height\/\d+\/content\/pictures\/dawn$/);
  expect(shown.ratio).toBeCloseTo(1.5, 1);
  const wanted = shown.clientWidth * (await page.evaluate(() => devicePixelRatio));
  expect(shown.real).toBeGreaterThanOrEqual(wanted);
  expect(shown.real).toBeLessThan(wanted * 2);
  const answer = await request.get(shown.url, { headers: { Accept: 'image/avif,image/webp,*/*' } });
  expect(answer.headers()['content-type']).toBe('image/avif');
  expect((await answer.body()).length).toBeLessThan(40_000);
});

test('[IMG-01] the home page has a picture made at build, in AVIF and WebP', async ({ page }) => {
  await page.goto('/');
  const types = page.locator('picture:has(> .banner) > source');
  expect(await types.evaluateAll((all) => all.map((one) => one.getAttribute('type')))).toEqual([
    'image/avif',
    'image/webp',
  ]);
  const { url, ratio } = await shownPicture(page, '.banner');
  expect(new URL(url).pathname).toMatch(/^\/_astro\/dawn\.[\w-]+\.avif$/);
  expect(ratio).toBeCloseTo(1.5, 1);
});

test('[IMG-02] the header of Moonshot preloads its picture once, and Chromium uses the preload', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => one.url().includes('/pictures/') && asked.push(one.url()));
  await page.goto('/moonshot/', { waitUntil: 'load' });
  const shown = await shownPicture(page, '.landing-picture');
  const preload = page.locator('head > link[rel="preload"][as="image"]');
  await expect(preload).toHaveCount(1);
  await expect(preload).toHaveAttribute('imagesrcset', shown.srcset);
  await expect(preload).toHaveAttribute('imagesizes', shown.sizes);
  await expect(preload).not.toHaveAttribute('href');
  const initiators = await page.evaluate(
    (url) => performance.getEntriesByName(url).map((one) => (one as PerformanceResourceTiming).initiatorType),
    shown.url,
  );
  expect(initiators).toEqual(['link']);
  // A preload of another size would cause a second request.
  expect(asked).toEqual([shown.url]);
});

test('[IMG-01] [C-34] the built server creates a thumbnail and stores it', async ({ request }) => {
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

test('[IMG-01] Chromium shows the proxy’s pictures', async ({ page }) => {
  await page.goto('/terms/');
  const size = await page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, portrait);
  expect(size).toEqual([192, 192]);
});

test('[C-34] no other request creates images: another host, Astro’s endpoint, unknown parameters', async ({
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
