import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import {
  createBlackPng,
  createManyScansJpeg,
  createProgressiveJpeg,
  createTextBombs,
} from '../../support/media/hostile-pictures.ts';
import { createNoisePicture, createPlainPicture, drawing } from '../../support/media/pictures.ts';
import {
  closingBoundary,
  formatFilePart,
  formatPart,
  multipartType,
  sendParts,
  upload,
} from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

const api = useTestApi();
const script = '<script>alert(1)</script>';
let visitor: Visitor;
beforeEach(async () => {
  visitor = (await signUpVerified(api)).visitor;
});

/** Expects that nothing was stored: no row, no file and no unfinished file. */
async function expectNothingKept(): Promise<void> {
  expect(await api.db.selectFrom('media').selectAll().execute()).toEqual([]);
  expect(await api.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
  expect(readdirSync(join(api.config.dataDir, 'uploads'))).toEqual([]);
}

const pdfOf = (tail: string) => Buffer.from(`%PDF-1.7\n1 0 obj << >> endobj\n${tail}`, 'latin1');
/** Creates the last record of a zip file, with a comment of this length. */
const zipEnd = (comment: number) => `PK\x05\x06${'\0'.repeat(16)}${String.fromCharCode(comment, 0)}`;

describe('[C-32] a file is rejected for its content, whatever type it claims', () => {
  const cases: [what: string, code: string, bytes: () => Promise<Uint8Array> | Uint8Array, type?: string][] =
    [
      ['an SVG named .png', 'FILE_TYPE_NOT_ALLOWED', () => drawing('<circle r="9"/>')],
      ['an SVG with a script', 'FILE_TYPE_NOT_ALLOWED', () => drawing(script), 'image/svg+xml'],
      ['a page', 'FILE_TYPE_NOT_ALLOWED', () => Buffer.from(`<!doctype html>${script}`)],
      ['XML', 'FILE_TYPE_NOT_ALLOWED', () => Buffer.from('<?xml version="1.0"?><a/>')],
      ['a GIF', 'FILE_TYPE_NOT_ALLOWED', () => createPlainPicture(9, 9).gif().toBuffer()],
      ['a TIFF', 'FILE_TYPE_NOT_ALLOWED', () => createPlainPicture(9, 9).tiff().toBuffer()],
      ['an AVIF', 'FILE_TYPE_NOT_ALLOWED', () => createPlainPicture(64, 64).avif().toBuffer()],
      ['a zip', 'FILE_TYPE_NOT_ALLOWED', () => Buffer.from('PK\x03\x04zip')],
      ['a text', 'FILE_TYPE_NOT_ALLOWED', () => Buffer.from('hello')],
      ['what begins like a JPEG', 'FILE_INVALID', () => Buffer.from(`\xff\xd8\xff${script}`, 'latin1')],
      [
        'a JPEG cut in half',
        'FILE_INVALID',
        async () => half(await createNoisePicture(600, 400).jpeg().toBuffer()),
      ],
      [
        'a PNG cut in half',
        'FILE_INVALID',
        async () => half(await createNoisePicture(600, 400).png().toBuffer()),
      ],
      [
        'a WebP cut in half',
        'FILE_INVALID',
        async () => half(await createNoisePicture(600, 400).webp().toBuffer()),
      ],
      ['a PDF without its end', 'FILE_INVALID', () => pdfOf('trailer')],
      ['a PDF with a page behind it', 'FILE_INVALID', () => pdfOf(`%%EOF\n${script}`)],
      ['a PDF that is a zip as well', 'FILE_INVALID', () => pdfOf(`${zipEnd(6)}\n%%EOF`)],
      ['a PDF that lax readers take for a zip', 'FILE_INVALID', () => pdfOf(`${zipEnd(0)}\n%%EOF\n`)],
      ['a PDF behind a page', 'FILE_TYPE_NOT_ALLOWED', () => Buffer.from(`${script}%PDF-1.7\n%%EOF`)],
      [
        '14,000 by 14,000 pixels of one colour',
        'IMAGE_TOO_LARGE',
        () => createBlackPng({ width: 14_000, height: 14_000, depth: 1 }),
      ],
      ['a strip of 8193 pixels', 'IMAGE_TOO_LARGE', () => createPlainPicture(8193, 1).png().toBuffer()],
      ['26 megapixels', 'IMAGE_TOO_LARGE', () => createPlainPicture(5200, 5000).jpeg().toBuffer()],
      [
        '200 MB of pixels that are decoded at once',
        'IMAGE_TOO_LARGE',
        () => createBlackPng({ width: 5000, height: 5000, depth: 16, colour: 6, isInterlaced: true }),
      ],
      ['150 MB of coefficients', 'IMAGE_TOO_LARGE', () => createProgressiveJpeg(5000, 5000, '4:4:4')],
      ['a JPEG of a hundred scans', 'IMAGE_TOO_LARGE', () => createManyScansJpeg(100)],
      [
        'a PNG whose chunk is longer than it',
        'FILE_INVALID',
        () => createBlackPng({ width: 9, height: 9 }).subarray(0, -6),
      ],
    ];
  test.each(cases)('%s: %s', async (_, code, make, type = 'image/png') => {
    const answer = await upload(visitor, { bytes: await make(), type });
    expect(answer.body).toMatchObject({ error_code: code, field_errors: { file: answer.body.error } });
    expect(answer.status).toBe(400);
    await expectNothingKept();
  });
});

test('[C-32] text chunks that inflate to 250 MB are dropped from a picture without being read', async () => {
  const bytes = createBlackPng({ width: 10, height: 10, more: createTextBombs(5, 50_000_000) });
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const { status } = await upload(visitor, { bytes });
  clearInterval(look);
  expect(status).toBe(200);
  expect(most - before).toBeLessThan(200_000_000);
});

test('[API-34] a file without a name gets a default name', async () => {
  const bytes = await createPlainPicture(9, 9).png().toBuffer();
  const nameless = formatPart('file', bytes, '\r\nContent-Type: application/octet-stream');
  const { status, body } = await sendParts(visitor, [nameless, closingBoundary]);
  expect([status, body.name]).toEqual([200, 'file.webp']);
  expect(await api.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
});

describe('[C-32] a file with two valid formats is stored as a picture only', () => {
  const cases: [what: string, bytes: () => Promise<Uint8Array>][] = [
    [
      'a page behind a PNG',
      async () => Buffer.concat([await createPlainPicture(90, 90).png().toBuffer(), Buffer.from(script)]),
    ],
    [
      'a zip behind a JPEG',
      async () =>
        Buffer.concat([
          await createPlainPicture(90, 90).jpeg().toBuffer(),
          Buffer.from(`PK\x03\x04${script}`),
        ]),
    ],
    [
      'a page in the EXIF data',
      () =>
        createPlainPicture(90, 90)
          .withExif({ IFD0: { ImageDescription: script } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a page in the XMP data',
      () =>
        createPlainPicture(90, 90)
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`)
          .webp()
          .toBuffer(),
    ],
  ];
  test.each(cases)('%s', async (_, make) => {
    const bytes = Buffer.from(await make());
    expect(bytes.includes('alert(1)')).toBe(true);
    const { body } = await upload(visitor, { bytes, name: 'page.html', type: 'text/html' });
    expect(body).toMatchObject({ mime_type: 'image/webp', name: 'page.webp' });
    const kept = await new Response((await api.mediaStore.get(body.id))?.stream).arrayBuffer();
    expect(Buffer.from(kept).includes('alert(1)')).toBe(false);
    expect((await sharp(kept).metadata()).format).toBe('webp');
  });
});

describe('an invalid upload form', () => {
  const file = async () => formatFilePart(await createPlainPicture(9, 9).png().toBuffer());

  test('[FORM-12] without a file, with an empty one, or with one under another name', async () => {
    for (const parts of [
      [formatPart('public', 'true')],
      [formatFilePart(Buffer.alloc(0), '')],
      [formatPart('file', 'text')],
      [formatFilePart(Buffer.from('%PDF-'), 'a.pdf', 'application/pdf', 'document')],
    ]) {
      const { status, body } = await sendParts(visitor, [...parts, closingBoundary]);
      expect([status, body.error_code]).toEqual([400, 'FILE_REQUIRED']);
      expect(body.field_errors).toEqual({ file: 'Please choose a file' });
    }
    await expectNothingKept();
  });

  test('[C-32] with two files, or with more than four fields', async () => {
    const two = await sendParts(visitor, [await file(), await file(), closingBoundary]);
    const many = await sendParts(
      visitor,
      [...'abcde'].map((name) => formatPart(name, '1')).concat(await file(), closingBoundary),
    );
    expect([two.body.error_code, many.body.error_code]).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED']);
    await expectNothingKept();
  });

  test('that ends in the middle of the file', async () => {
    const { status, body } = await sendParts(visitor, [half(await file())]);
    expect([status, body.error_code]).toEqual([400, 'FILE_INVALID']);
    expect(body.error).toContain('Try again');
    await expectNothingKept();
  });

  test.each(['document', 'public', '__proto__', ''])(
    '[C-40] that ends in the middle of a file named %j does not end the process',
    async (field) => {
      const other = formatFilePart(Buffer.from('%PDF-1.7'), 'a.pdf', 'application/pdf', field);
      const { status, body } = await sendParts(visitor, [await file(), half(other)]);
      expect([status, body.error_code]).toEqual([400, 'FILE_INVALID']);
      const alone = await sendParts(visitor, [other]);
      expect([alone.status, alone.body.error_code]).toEqual([400, 'FILE_INVALID']);
      await expectNothingKept();
    },
  );

  test.each([
    ['JSON', 'application/json'],
    ['multipart without a boundary', 'multipart/form-data'],
    ['nothing', null],
  ])('%s', async (_, type) => {
    const { status } = await sendParts(visitor, [await file(), closingBoundary], { 'content-type': type });
    expect(status).toBe(415);
  });
});

describe('[C-28] a body that is too large is rejected while it arrives', () => {
  test('more than 5 MB of a file', async () => {
    const { status, body } = await sendParts(visitor, [
      formatFilePart(Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-')),
      closingBoundary,
    ]);
    expect(status).toBe(413);
    expect(body).toMatchObject({
      error_code: 'PAYLOAD_TOO_LARGE',
      field_errors: { file: 'Please choose a file of at most 5 MB' },
    });
    await expectNothingKept();
  });

  test('exactly 5 MB are accepted', async () => {
    const bytes = Buffer.concat([Buffer.alloc(5 * 1024 * 1024 - 5, '%PDF-'), Buffer.from('%%EOF')]);
    expect((await upload(visitor, { bytes })).status).toBe(200);
  });

  test('a body of 1 GB is not read further than 6 MB, wherever its bytes hide', async () => {
    for (const first of [
      formatFilePart(Buffer.from('%PDF-')).subarray(0, -2),
      Buffer.alloc(9),
      formatPart('x', 'y'.repeat(99)),
    ]) {
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(sent === 0 ? first : Buffer.alloc(1024 * 1024, 'x'));
          sent += 1024 * 1024;
          if (sent > 1024 ** 3) controller.close();
        },
      });
      const { status } = await visitor.call('POST /api/v1/upload/', endless, {
        'content-type': multipartType,
      });
      expect([400, 413]).toContain(status);
      expect(sent).toBeLessThan(9 * 1024 * 1024);
    }
    await expectNothingKept();
  });

  test('a body with a Content-Length that is too large is not read', async () => {
    const { status, headers } = await sendParts(visitor, [await createNoisePicture(9, 9).png().toBuffer()], {
      'content-length': String(1024 ** 3),
    });
    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });
});

const half = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, bytes.length / 2));
