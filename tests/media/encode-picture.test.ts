import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkJpeg } from '#lib/server/media/check-jpeg.ts';
import { stripPng } from '#lib/server/media/strip-png.ts';
import {
  createBlackPng,
  createManyScansJpeg,
  createProgressiveJpeg,
  createTextBombs,
  pngChunk,
} from '../support/media/hostile-pictures.ts';
import { createNoisePicture, createPlainPicture } from '../support/media/pictures.ts';

const module = new URL('../../src/lib/server/media/encode-picture.ts', import.meta.url).href;
/** Runs in its own process and prints the process's peak memory in kilobytes. */
const script = `
  import sharp from '${import.meta.resolve('sharp')}';
  const { encodePicture } = await import('${module}');
  const [, path, type] = process.argv;
  await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } }).webp().toBuffer();
  const before = process.resourceUsage().maxRSS;
  const answer = await encodePicture(path, type, path + '.webp').then(() => 'KEPT', (error) => error.errorCode);
  console.log(JSON.stringify([answer, (process.resourceUsage().maxRSS - before) / 1000]));`;

/** Returns the result and the growth of the process in megabytes. */
async function encode(bytes: Uint8Array, type: string): Promise<[answer: string, megabytes: number]> {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-encode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'picture');
  writeFileSync(path, bytes);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    path,
    type,
  ]);
  return JSON.parse(stdout);
}

const turned = (picture: ReturnType<typeof createPlainPicture>) => picture.withMetadata({ orientation: 6 });

describe('[C-32] the largest picture of each kind takes less than 200 MB', () => {
  const cases: [what: string, type: string, answer: string, bytes: () => Promise<Buffer> | Buffer][] = [
    [
      'texts of 250 MB',
      'png',
      'KEPT',
      () => createBlackPng({ width: 9, height: 9, more: createTextBombs(5, 50_000_000) }),
    ],
    [
      '2000 texts of 1 MB',
      'png',
      'KEPT',
      () => createBlackPng({ width: 9, height: 9, more: createTextBombs(2000, 1_000_000) }),
    ],
    ['16 bits', 'png', 'KEPT', () => createBlackPng({ width: 5000, height: 5000, depth: 16, colour: 6 })],
    [
      'interlaced',
      'png',
      'KEPT',
      () => createBlackPng({ width: 5000, height: 5000, colour: 2, isInterlaced: true }),
    ],
    [
      'interlaced with 16 bits',
      'png',
      'IMAGE_TOO_LARGE',
      () => createBlackPng({ width: 5000, height: 5000, depth: 16, colour: 6, isInterlaced: true }),
    ],
    [
      'progressive, to be turned',
      'jpeg',
      'KEPT',
      () => turned(sharp({ create })).jpeg({ progressive: true }).toBuffer(),
    ],
    [
      'progressive in full colours',
      'jpeg',
      'IMAGE_TOO_LARGE',
      () => createProgressiveJpeg(5000, 5000, '4:4:4'),
    ],
    [
      'lossless, to be turned',
      'webp',
      'KEPT',
      () =>
        turned(createPlainPicture(5000, 5000, '#3a7', 4))
          .webp({ lossless: true, effort: 0 })
          .toBuffer(),
    ],
  ];
  const create = { width: 5000, height: 5000, channels: 3 as const, background: '#3a7' };
  test.each(cases)('%s (%s): %s', { timeout: 60_000 }, async (_, type, expected, make) => {
    const [answer, megabytes] = await encode(await make(), type);
    expect(answer).toBe(expected);
    expect(megabytes).toBeLessThan(200);
  });
});

describe('a PNG', () => {
  test('keeps every pixel and its transparency, and nothing else', async () => {
    const drawings = [
      createNoisePicture(60, 40).png(),
      createNoisePicture(60, 40).png({ progressive: true }),
      createNoisePicture(60, 40).png({ palette: true }),
      createPlainPicture(60, 40, '#3a7a', 4).png({ palette: true }),
      createNoisePicture(60, 40).toColourspace('rgb16').png(),
      createNoisePicture(60, 40).greyscale().png({ progressive: true }),
    ];
    for (const drawing of drawings) {
      const bytes = await drawing.withExif({ IFD0: { Artist: 'Asha' } }).toBuffer();
      const readable = stripPng(Buffer.concat([bytes, Buffer.from('<script>')]));
      expect(readable.includes('Asha') || readable.includes('<script>')).toBe(false);
      const pixels = (png: Buffer) => sharp(png).raw().toBuffer();
      expect(await pixels(readable)).toEqual(await pixels(bytes));
    }
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['without an end', (bytes: Buffer) => bytes.subarray(0, -12)],
    [
      'with a chunk before its header',
      (bytes: Buffer) => insert(bytes, 8, pngChunk('tEXt', Buffer.alloc(9))),
    ],
    ['with two headers', (bytes: Buffer) => insert(bytes, 33, bytes.subarray(8, 33))],
    ['of a header alone', (bytes: Buffer) => bytes.subarray(0, 33)],
    ['of nothing', (bytes: Buffer) => bytes.subarray(0, 8)],
  ])('%s is rejected', (_, spoil) => {
    expect(() => stripPng(spoil(createBlackPng({ width: 9, height: 9 })))).toThrow(/./);
  });
});

describe('a JPEG', () => {
  test('from cameras and programs is accepted', async () => {
    const kinds = [
      createNoisePicture(60, 40).jpeg(),
      createNoisePicture(60, 40).jpeg({ mozjpeg: true }),
      createNoisePicture(60, 40).jpeg({ progressive: true }),
      createNoisePicture(60, 40).greyscale().jpeg(),
      createNoisePicture(60, 40).toColourspace('cmyk').jpeg({ progressive: true }),
      createNoisePicture(60, 40)
        .withExif({ IFD0: { Artist: 'Asha' } })
        .jpeg(),
    ];
    for (const kind of kinds) {
      const bytes = await kind.toBuffer();
      expect(() => checkJpeg(bytes)).not.toThrow();
    }
  });

  test('with more than 64 scans is rejected, even if fill bytes and comments hide them', async () => {
    const many = await createManyScansJpeg(70);
    const marker = Buffer.from([0xff, 0xda]);
    const filled = many
      .toString('latin1')
      .replaceAll(marker.toString('latin1'), '\xff\xfe\0\x04\xff\xd9\xff\xff\xff\xda');
    for (const bytes of [many, Buffer.from(filled, 'latin1')])
      expect(() => checkJpeg(bytes)).toThrow(expect.objectContaining({ errorCode: 'IMAGE_TOO_LARGE' }));
  });

  test('that is lossless, has two frames or none, or is cut off is rejected', async () => {
    const bytes = await createNoisePicture(60, 40).jpeg().toBuffer();
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    const lossless = Buffer.from(bytes);
    lossless[frame + 1] = 0xc3;
    const length = bytes.readUInt16BE(frame + 2) + 2;
    const twice = insert(bytes, frame, bytes.subarray(frame, frame + length));
    for (const wrong of [
      lossless,
      twice,
      bytes.subarray(0, frame + 5),
      bytes.subarray(0, frame),
      Buffer.from([0xff, 0xd8]),
    ])
      expect(() => checkJpeg(wrong)).toThrow(expect.objectContaining({ errorCode: 'FILE_INVALID' }));
  });
});

const insert = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
