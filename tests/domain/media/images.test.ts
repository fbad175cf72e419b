import { expect, test } from 'vitest';
import { imageHeights, imageSrcset, imageUrl, preloadImage, thumbSizes } from '#lib/domain/media/images.ts';

const portrait = { source: 'content/portraits/ananya-iyer' };

test('[IMG-01] a URL contains the shape, the size and the source', () => {
  expect(imageUrl(portrait, { thumb: 192 })).toBe('/images/thumb/192/content/portraits/ananya-iyer');
  expect(imageUrl({ source: 'media/a b', version: 'x1' }, { height: 480 })).toBe(
    '/images/height/480/media/a%20b?v=x1',
  );
});

test('[C-34] no size is larger than 1024', () => {
  for (const size of [...thumbSizes, ...imageHeights]) expect(size).toBeLessThanOrEqual(1024);
});

test('[IMG-01] a srcset has the listed heights that the picture has and that a screen needs, by width', () => {
  const widths = (width: number, height: number) =>
    imageSrcset(portrait, { width, height })
      .split(', ')
      .map((one) => /^\/images\/height\/(\d+)\/content\/portraits\/ananya-iyer (\d+)w$/.exec(one)?.slice(1));
  expect(widths(1536, 1024)).toEqual([
    ['240', '360'],
    ['320', '480'],
    ['480', '720'],
    ['640', '960'],
    ['1024', '1536'],
  ]);
  // Nothing is enlarged.
  expect(widths(600, 500)).toEqual([
    ['320', '384'],
    ['480', '576'],
  ]);
});

test('[IMG-02] a picture is preloaded once, in the size that the page shows', () => {
  const src = imageUrl(portrait, { thumb: 192 });
  const srcset = imageSrcset(portrait, { width: 1536, height: 1024 });
  expect(preloadImage({ src })).toMatchObject({
    rel: 'preload',
    as: 'image',
    href: src,
    fetchpriority: 'high',
  });
  const responsive = preloadImage({ srcset, sizes: '100vw' });
  expect(responsive).toMatchObject({ href: undefined, imagesrcset: srcset, imagesizes: '100vw' });
});
