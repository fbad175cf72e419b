import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';

interface Icon {
  src: string;
  sizes: string;
  purpose?: string;
}

const manifest: {
  display: string;
  start_url: string;
  scope: string;
  icons: Icon[];
  shortcuts: { name: string; url: string }[];
} = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));

test('[APP-01] the site can be installed: it has a window of its own, and icons of the sizes that it names', async () => {
  // Browsers offer no installation, and so no shortcuts, with `browser`.
  expect(['standalone', 'minimal-ui']).toContain(manifest.display);
  expect([manifest.start_url, manifest.scope]).toEqual(['/', '/']);
  const pictures = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(pictures.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of pictures) {
    const { width, height } = await sharp(`public${src}`).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('[APP-01] every shortcut of the installed site opens a page that exists', () => {
  expect(manifest.shortcuts.length).toBeGreaterThan(2);
  for (const { url } of manifest.shortcuts)
    expect([`src/pages${url}index.astro`, `src/pages${url.slice(0, -1)}.astro`].some(existsSync), url).toBe(
      true,
    );
});
