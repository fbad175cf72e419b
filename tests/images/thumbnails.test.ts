import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '#lib/server/images/faces.ts';
import { transform } from '#lib/server/images/transform.ts';
import { createPhoto, createPlainPicture } from '../support/media/pictures.ts';

const thumb = (bytes: Uint8Array, side: 64 | 192 | 256) =>
  transform(bytes, { thumb: side }, 'plain', { allowSvg: false });

async function facesIn(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return findFaces({ data, width: info.width, height: info.height });
}

describe('[IMG-01] a thumbnail is a square around the face', () => {
  const places: [where: string, x: number, y: number, size: [number, number]][] = [
    ['at the right edge', 820, 200, [900, 600]],
    ['at the lower left', 110, 470, [900, 600]],
    ['at the top of a tall picture', 300, 130, [600, 1400]],
    ['at the bottom of a tall picture', 300, 1250, [600, 1400]],
    ['small, in a square', 300, 800, [1000, 1000]],
  ];
  test.each(places)('%s', async (_, x, y, size) => {
    const picture = await thumb(await createPhoto([{ x, y }], size), 256);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 256, height: 256, format: 'jpeg' });
    const [face, ...others] = await facesIn(picture);
    expect(others).toEqual([]);
    // A face with hair and shoulders fills a third of the square. Near an edge of the photo it is not centred.
    expect(face?.side).toBeGreaterThan(55);
    for (const at of [face?.x, face?.y]) expect(Math.abs((at ?? 0) - 128)).toBeLessThan(80);
  });

  test('shows all faces of several people', async () => {
    const group = await createPhoto([
      { x: 480, y: 260 },
      { x: 780, y: 300 },
    ]);
    expect(await facesIn(await thumb(group, 256))).toHaveLength(2);
  });

  test('respects the camera’s orientation', async () => {
    const upright = await createPhoto([{ x: 300, y: 1250 }], [600, 1400]);
    const onItsSide = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await facesIn(await thumb(onItsSide, 256))).toHaveLength(1);
  });

  test('is cropped no smaller than requested, so that nothing is enlarged', async () => {
    const far = await createPhoto([{ x: 600, y: 300, scale: 0.8 }]);
    const [face] = await facesIn(await thumb(far, 256));
    expect(face?.side).toBeLessThan(110);
  });

  test('without a face, shows the area that attracts attention', async () => {
    const red = { input: await createPlainPicture(120, 120, '#f30').png().toBuffer(), left: 1040, top: 40 };
    const wall = await createPlainPicture(1200, 200, '#dcdcdc').composite([red]).jpeg().toBuffer();
    const { channels } = await sharp(await thumb(wall, 64)).stats();
    expect(channels[2]?.min).toBeLessThan(60);
  });

  test('of a smaller picture keeps its size and is square', async () => {
    const small = await sharp(await thumb(await createPlainPicture(50, 90).png().toBuffer(), 192)).metadata();
    expect(small).toMatchObject({ width: 50, height: 50 });
  });
});

test('finds no face in a wall, noise or a landscape', async () => {
  const noise = sharp({
    create: {
      width: 320,
      height: 320,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  for (const picture of [noise.png(), createPlainPicture(320, 200).png(), sharp(await createPhoto([])).png()])
    expect(await facesIn(await picture.toBuffer())).toEqual([]);
});

describe('[IMG-01] a picture of a given height keeps its proportions', () => {
  const cases: [what: string, size: [number, number], height: 160 | 480, expected: [number, number]][] = [
    ['landscape', [900, 600], 160, [240, 160]],
    ['portrait', [600, 900], 480, [320, 480]],
    ['one that is lower already', [300, 200], 480, [300, 200]],
    ['a strip, which would be too wide', [4000, 200], 160, [320, 16]],
  ];
  test.each(cases)('%s', async (_, [width, height], asked, expected) => {
    const bytes = await createPlainPicture(width, height).png().toBuffer();
    const picture = await transform(bytes, { height: asked }, 'webp', { allowSvg: false });
    const { width: w, height: h, format } = await sharp(picture).metadata();
    expect([w, h, format]).toEqual([...expected, 'webp']);
  });
});

describe('what remains of a picture', () => {
  test('[C-32] no metadata of the camera', async () => {
    const exif = { IFD0: { Copyright: 'the owner' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } };
    const tagged = await sharp(await createPhoto([]))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    for (const format of ['avif', 'webp', 'plain'] as const) {
      const picture = await transform(tagged, { height: 160 }, format, { allowSvg: false });
      expect((await sharp(picture).metadata()).exif).toBeUndefined();
    }
  });

  test('[IMG-01] transparency, as PNG instead of JPEG', async () => {
    const round = await createPlainPicture(200, 200, 'rgba(255,0,0,0.4)', 4).png().toBuffer();
    const picture = await sharp(
      await transform(round, { thumb: 64 }, 'plain', { allowSvg: false }),
    ).metadata();
    expect(picture).toMatchObject({ format: 'png', hasAlpha: true });
  });

  test('[IMG-01] an opaque picture with an alpha channel becomes JPEG', async () => {
    const opaque = await createPlainPicture(200, 200, 'rgba(255,0,0,1)', 4).png().toBuffer();
    const picture = await sharp(
      await transform(opaque, { thumb: 64 }, 'plain', { allowSvg: false }),
    ).metadata();
    expect(picture.format).toBe('jpeg');
  });

  test('colours are converted to sRGB', async () => {
    const forPrint = await createPlainPicture(200, 200).toColourspace('cmyk').jpeg().toBuffer();
    const picture = await sharp(
      await transform(forPrint, { thumb: 64 }, 'plain', { allowSvg: false }),
    ).metadata();
    expect(picture).toMatchObject({ space: 'srgb', channels: 3 });
  });
});
