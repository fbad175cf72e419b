import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { contentSource } from '#lib/server/images/content-source.ts';
import { createImages } from '#lib/server/images/index.ts';
import { createLog } from '#lib/server/log.ts';
import { emptyFolder } from '../../images/support.ts';
import { useTestApi } from '../../support/api.ts';

const test = useTestApi();
const formats = [
  ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
  ['image/webp,*/*', 'image/webp', 'webp'],
  // A client without a preference, such as an email program.
  ['*/*', 'image/jpeg', 'jpeg'],
] as const;

interface Pictured {
  avatar?: { '192X192': { url: string }; s3_url: string } | null;
  author?: Pictured;
}

it.each([
  '/api/v1/public/coaches/',
  '/api/v1/public/alumni/',
  '/api/v2/public/alumni/',
  '/api/v1/public/reviews/',
])(
  '[IMG-01] every picture that %s names is a square of 192 px, in a format that the program takes',
  async (path) => {
    const answer = createImages({
      sources: { content: contentSource(join(import.meta.dirname, '../../..')) },
      cacheFolder: emptyFolder(),
      cacheBytes: 1e8,
      log: createLog('silent'),
    });
    const { body } = await test.visitor().call(`GET ${path}?limit=100`);
    const pictures = (body.results as Pictured[]).flatMap((one) => (one.author ?? one).avatar ?? []);
    expect(pictures.length).toBeGreaterThan(9);
    for (const { '192X192': square, s3_url: given } of pictures) {
      expect(square.url).toMatch(/^\/images\/thumb\/192\/content\/portraits\/[\w-]+(\?v=[\w-]+)?$/);
      expect(given).toMatch(/\.(svg|jpg|png|webp)$/);
    }
    for (const [accept, type, format] of formats) {
      const url = `http://localhost${pictures[0]?.['192X192'].url}`;
      const picture = await answer(new Request(url, { headers: { accept } }));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, type]);
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 192, height: 192 });
    }
  },
);
