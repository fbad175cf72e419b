import { expect, test } from 'vitest';
import {
  imageHeights,
  imageSrcset,
  imageUrl,
  preloadImage,
  thumbSizes,
} from '../../src/lib/domain/images.ts';

const portrait = { source: 'content/portraits/ananya-iyer' };

test('[IMG-01] an address says the shape, the size and the source', () => {
  expect(imageUrl(portrait, { thumb: 192 })).toBe('/images/thumb/192/content/portraits/ananya-iyer');
  expect(imageUrl({ source: 'media/a b', version: 'x1' }, { height: 480 })).toBe(
    '/images/height/480/media/a%20b?v=x1',
  );
});

test('[C-34] no size is larger than 1024', () => {
  for (const size of [...thumbSizes, ...imageHeights]) expect(size).toBeLessThanOrEqual(1024);
});

test('[IMG-01] denser screens get the listed size that is nearest', () => {
  const url = '/images/thumb/%/content/portraits/ananya-iyer';
  expect(imageSrcset(portrait, { thumb: 64 })).toBe(
    `${url.replace('%', '64')} 1x, ${url.replace('%', '128')} 2x, ${url.replace('%', '192')} 3x`,
  );
  expect(imageSrcset(portrait, { thumb: 512 })).toBe(`${url.replace('%', '512')} 1x`);
  expect(imageSrcset(portrait, { height: 640 })).toMatch(
    /height\/640\/\S+ 1x, \/images\/height\/1024\/\S+ 1\.6x$/,
  );
});

test('[IMG-02] a picture is preloaded once, in the size that the page will show', () => {
  const src = imageUrl(portrait, { thumb: 192 });
  expect(preloadImage({ src })).toMatchObject({
    rel: 'preload',
    as: 'image',
    href: src,
    fetchpriority: 'high',
  });
  const responsive = preloadImage({ src, srcset: `${src} 1x`, sizes: '100vw', type: 'image/avif' });
  expect(responsive).toMatchObject({ href: undefined, imagesrcset: `${src} 1x`, imagesizes: '100vw' });
});
