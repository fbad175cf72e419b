import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../scripts/run.mjs';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'node_modules/.cache/pictures');
let html = '';

beforeAll(async () => {
  const build = ['node_modules/astro/bin/astro.mjs', 'build', '--root', 'tests/images/site'];
  await promisify(execFile)('node', build, {
    cwd: root,
    env: { ...process.env, ...environment, OUT_DIR: out },
  });
  html = readFileSync(join(out, 'index.html'), 'utf8');
}, 60_000);

afterAll(() => {
  const left = ['.astro', 'node_modules'].map((name) => join(root, 'tests/images/site', name));
  for (const folder of [out, ...left]) rmSync(folder, { recursive: true, force: true });
});

const picture = (alt: string) =>
  /<picture>.*?<\/picture>/gs.exec(
    html.slice(html.lastIndexOf('<picture>', html.indexOf(`alt="${alt}"`))),
  )?.[0] ?? '';
const img = (alt: string) => /<img[^>]*>/.exec(picture(alt))?.[0] ?? '';

test('[IMG-01] a local picture has AVIF and WebP versions in several widths', async () => {
  for (const format of ['avif', 'webp']) {
    const srcset = new RegExp(`<source type="image/${format}" srcset="([^"]+)" sizes="100vw">`).exec(
      picture('First'),
    );
    const candidates = [...(srcset?.[1] ?? '').matchAll(/(\/_astro\/\S+) (\d+)w/g)];
    expect(candidates.map(([, , width]) => Number(width))).toEqual([100, 200, 300, 400]);
    for (const [, url = '', width] of candidates) {
      const file = await sharp(readFileSync(join(out, url))).metadata();
      expect([file.format, file.width]).toEqual([format === 'avif' ? 'heif' : 'webp', Number(width)]);
    }
  }
  expect(img('First')).toMatch(/src="\/_astro\/icon-512\.[^"]+\.png"/);
});

test('it has dimensions and no style attribute', () => {
  expect(img('First')).toContain('width="200" height="200"');
  expect(img('Second')).toContain('width="512" height="512"');
  expect(html).not.toContain('style=');
});

test('the first picture loads at once, the others lazily', () => {
  expect(img('First')).toContain('loading="eager"');
  expect(img('First')).toContain('fetchpriority="high"');
  for (const alt of ['Second', 'Drawing']) {
    expect(img(alt)).toContain('loading="lazy"');
    expect(img(alt)).not.toContain('fetchpriority');
  }
});

test('a drawing stays SVG', () => {
  expect(picture('Drawing')).not.toContain('<source');
  expect(img('Drawing')).toMatch(/src="[^"]+svg[^"]*"/);
});

test('[IMG-01] a photo of a person is lazy and has the squares of its size', () => {
  const [avatar = ''] = /<img[^>]*asha-rao[^>]*>/.exec(html) ?? [];
  expect(avatar).toContain('loading="lazy"');
  expect(avatar).toContain('width="192" height="192"');
  expect(avatar).toMatch(/srcset="[^"]*thumb\/64\/[^"]* 1x, [^"]*thumb\/128\/[^"]* 2x"/);
});

test('[IMG-02] a picture is preloaded', () => {
  expect(html).toMatch(
    /<link rel="preload" as="image" href="\/_astro\/icon-512\.[^"]+" type="image\/png" fetchpriority="high">/,
  );
});
