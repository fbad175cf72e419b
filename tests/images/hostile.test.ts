import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { HttpError } from '#lib/server/http/http-error.ts';
import { transform } from '#lib/server/images/transform.ts';
import { createImageSource, createPhoto, createPlainPicture } from '../support/media/pictures.ts';
import { openImages } from './support.ts';

const photo = await createPhoto([{ x: 700, y: 250 }]);
const script = '<html><script>alert(1)</script></html>';
const drawing = (inside = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`);

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

async function askFor(bytes: Uint8Array, more: { isTrusted?: boolean } = {}) {
  const source = createImageSource({ hostile: bytes }, more);
  const { ask } = openImages(source);
  return { answer: await ask('/images/thumb/64/media/hostile'), ask, source };
}

describe('[C-34] [C-32] rejected before decoding', () => {
  const cases: [what: string, bytes: () => Promise<Uint8Array>][] = [
    [
      'a decompression bomb: 100 KB that unfold to 36 million pixels',
      () => createPlainPicture(6000, 6000).png().toBuffer(),
    ],
    ['a strip of more than 8,192 pixels', () => createPlainPicture(9000, 8).png().toBuffer()],
    ['a JPEG that ends in the middle', async () => half(photo)],
    ['a PNG that ends in the middle', async () => half(await sharp(photo).png().toBuffer())],
    ['a WebP that ends in the middle', async () => half(await sharp(photo).webp().toBuffer())],
    ['a header and nothing else', async () => photo.subarray(0, 3)],
    ['nothing', async () => Buffer.alloc(0)],
    ['an SVG', async () => drawing('<script>alert(1)</script>')],
    [
      'an SVG behind an XML declaration',
      async () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), drawing()]),
    ],
    ['an SVG behind a comment', async () => Buffer.concat([Buffer.from('<!-- GIF89a -->'), drawing()])],
    ['an SVG in UTF-16', async () => Buffer.from(`\uFEFF${drawing()}`, 'utf16le')],
    ['a page', async () => Buffer.from(script)],
    ['a GIF', () => createPlainPicture(20, 20).gif().toBuffer()],
    ['a TIFF', () => createPlainPicture(20, 20).tiff().toBuffer()],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%%EOF')],
    [
      'a script of ImageMagick',
      async () => Buffer.from('push graphic-context\nimage over 0,0 0,0 "/etc/passwd"'),
    ],
    [
      'a text that claims to be a JPEG',
      async () => Buffer.concat([photo.subarray(0, 3), Buffer.from(script)]),
    ],
  ];
  test.each(cases)('%s', async (_, make) => {
    const { answer, ask, source } = await askFor(await make());
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: 'IMAGE_SOURCE_FORBIDDEN', field_errors: {} });
    expect((await ask('/images/thumb/64/media/hostile')).status).toBe(403);
    expect(source.reads).toBe(1);
  });

  test('a file of more than 10 MB is not even read', async () => {
    const { answer, source } = await askFor(Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]));
    expect(answer.status).toBe(403);
    expect(source.reads).toBe(0);
  });
});

describe('[C-32] of a file with two formats only the picture remains', () => {
  const cases: [what: string, bytes: () => Promise<Uint8Array>][] = [
    [
      'a page behind a PNG',
      async () => Buffer.concat([await createPlainPicture(90, 90).png().toBuffer(), Buffer.from(script)]),
    ],
    ['a page in a JPEG’s comment', async () => withComment(photo, script)],
    [
      'a page in the EXIF data',
      () =>
        sharp(photo)
          .withExif({ IFD0: { ImageDescription: script } })
          .jpeg()
          .toBuffer(),
    ],
    ['a zip behind a JPEG', async () => Buffer.concat([photo, Buffer.from(`PK\x03\x04${script}`)])],
  ];
  test.each(cases)('%s', async (_, make) => {
    const bytes = Buffer.from(await make());
    expect(bytes.includes('alert(1)')).toBe(true);
    const { answer } = await askFor(bytes);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/avif');
    expect(Buffer.from(await answer.arrayBuffer()).includes('alert(1)')).toBe(false);
  });
});

/** Inserts bytes after the two first bytes of a JPEG. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(`\xff\xfe\0\0${text}`, 'latin1');
  comment.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

describe('our own drawings', () => {
  test('are rasterised at the requested size', async () => {
    const { answer } = await askFor(drawing('<circle cx="50" cy="50" r="40" fill="#e50"/>'), {
      isTrusted: true,
    });
    expect(answer.status).toBe(200);
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      width: 64,
      height: 64,
      hasAlpha: true,
    });
  });

  test('load no other resources', async () => {
    const inside = '<image href="file:///etc/hostname" width="100" height="100"/>';
    const { answer } = await askFor(drawing(inside), { isTrusted: true });
    const { channels } = await sharp(await answer.arrayBuffer()).stats();
    expect(channels.at(-1)?.max).toBe(0);
  });

  test('are rejected when they declare a huge size', async () => {
    const huge = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="999999" height="999999"><rect width="9" height="9"/></svg>',
    );
    expect((await askFor(huge, { isTrusted: true })).answer.status).toBe(403);
  });
});

test('[C-34] any bytes give a picture or a rejection', async () => {
  const small = await sharp(photo).resize(60).png().toBuffer();
  const change = fc.tuple(fc.nat(small.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 12 }),
      fc.nat(small.length),
      async (changes, cut) => {
        const bytes = Buffer.from(small.subarray(0, cut || small.length));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const outcome = await transform(bytes, { thumb: 48 }, 'webp', { allowSvg: false }).catch(
          (error) => error,
        );
        if (outcome instanceof HttpError) expect(outcome.errorCode).toBe('IMAGE_SOURCE_FORBIDDEN');
        else expect((await sharp(outcome).metadata()).format).toBe('webp');
      },
    ),
    { numRuns: 60 },
  );
});
