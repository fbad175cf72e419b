import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { illustrationNames, illustrationSource } from '#lib/server/catalog/content/illustrations.ts';
import { contentImageIds, contentImageUrl, contentSource } from '#lib/server/images/content-source.ts';
import { transform } from '#lib/server/images/transform.ts';
import { openImages } from './support.ts';

const source = contentSource(join(import.meta.dirname, '../..'));

/** Returns the share of black pixels. A colour that cannot be parsed is black. */
async function blackShare(bytes: Uint8Array): Promise<number> {
  const pixels = await sharp(bytes).flatten({ background: '#fff' }).toColourspace('b-w').raw().toBuffer();
  return pixels.filter((lightness) => lightness < 8).length / pixels.length;
}

describe('the pictures of src/assets', () => {
  test('[IMG-01] no picture that is served is mostly black', async () => {
    expect(contentImageIds.length).toBeGreaterThan(40);
    for (const id of contentImageIds) {
      const image = await source.find(id);
      const drawn = await transform((await image?.read()) ?? new Uint8Array(), { thumb: 64 }, 'plain', {
        allowSvg: true,
      });
      expect(await blackShare(drawn), id).toBeLessThan(0.1);
    }
  });
});

describe('illustrations use the colours of their page', () => {
  let black: number[];
  beforeAll(async () => {
    black = await Promise.all(
      illustrationNames.map((name) => blackShare(Buffer.from(illustrationSource(name)))),
    );
  });

  test('without a page they are black', () => {
    expect(Math.max(...black)).toBeGreaterThan(0.1);
  });

  test.each(illustrationNames)('[C-34] the proxy does not serve %s', async (name) => {
    expect(contentImageIds).not.toContain(`illustrations/${name}`);
    expect(await source.find(`illustrations/${name}`)).toBeNull();
    expect(() => contentImageUrl(`illustrations/${name}`, { height: 320 })).toThrow(
      'src/assets holds no picture',
    );
    const { ask } = openImages(source);
    expect((await ask(`/images/height/320/media/illustrations/${name}`)).status).toBe(404);
  });
});
