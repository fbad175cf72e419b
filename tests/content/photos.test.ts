import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { coachSchema } from '#lib/server/catalog/content/schemas/coach.ts';
import { checkPortraits } from '../../scripts/portraits/check.ts';
import { listPicturedPeople } from '../../scripts/portraits/pictured-people.ts';
import { openImages } from '../images/support.ts';
import { createPhoto, createPlainPicture } from '../support/media/pictures.ts';

/** What `npm run check:photos` says about files of one folder. */
async function check(files: Record<string, Buffer>, name = 'Asha Rao', portrait = 'asha-rao') {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-photos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
  return checkPortraits([{ name, portrait, from: 'coaches/asha-rao' }], Object.keys(files), folder);
}

/** A photo as a camera makes it: upright, with a face at the upper left, grain, and more pixels than a page needs. */
async function createCameraPhoto(width = 1200, height = 1600) {
  const photo = await createPhoto(
    [{ x: width * 0.35, y: height * 0.3, scale: width / 500 }],
    [width, height],
  );
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return sharp(photo)
    .composite([{ input: await grain.png().toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

test('the picture of everybody in src/content is in order', async () => {
  const folder = join(import.meta.dirname, '../../src/assets/portraits');
  const people = listPicturedPeople();
  expect(people.length).toBeGreaterThan(80);
  const { problems } = await checkPortraits(people, readdirSync(folder), folder);
  expect(problems).toEqual([]);
});

test('a photo of a person is in order as the camera made it', async () => {
  expect(await check({ 'asha-rao.jpg': await createCameraPhoto() })).toEqual({ problems: [], notes: [] });
  expect(await check({ 'asa-roy.jpg': await createCameraPhoto() }, 'Åsa Róy', 'asa-roy')).toMatchObject({
    problems: [],
  });
});

test('[IMG-01] it becomes a square around the face, in the size and the format that a browser asks for', async () => {
  const photo = await createCameraPhoto();
  const { ask } = openImages({
    find: async () => ({ version: '1', isTrusted: true, size: photo.length, read: async () => photo }),
  });
  for (const [side, accept, format] of [
    [64, 'image/avif,image/webp,*/*', 'heif'],
    [192, 'image/webp,*/*', 'webp'],
    [384, '*/*', 'jpeg'],
  ] as const) {
    const response = await ask(`/images/thumb/${side}/media/portraits/asha-rao`, { accept });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side, format });
    expect(bytes.length).toBeLessThan(photo.length / 10);
  }
});

test.each([
  ['is missing', () => ({}), '0 files'],
  [
    'exists twice',
    async () => ({ 'asha-rao.jpg': await createCameraPhoto(), 'asha-rao.svg': drawing(9, 9) }),
    '2 files',
  ],
  [
    'is too small',
    async () => ({ 'asha-rao.jpg': await createCameraPhoto(400, 500) }),
    'The shorter side needs 512',
  ],
  ['is too narrow', async () => ({ 'asha-rao.jpg': await createCameraPhoto(600, 1600) }), 'too narrow'],
  ['has another format', async () => ({ 'asha-rao.png': await createCameraPhoto() }), 'it is jpeg'],
  ['is none', () => ({ 'asha-rao.jpg': Buffer.from('hello') }), 'it is no picture'],
  ['is no square drawing', () => ({ 'asha-rao.svg': drawing(90, 120) }), 'must be a square'],
])('a picture that %s is to be repaired', async (_, files, problem) => {
  const { problems } = await check(await files());
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

const drawing = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`);

test('a picture of somebody else, of nobody, and one without a face are named', async () => {
  const photo = await createCameraPhoto();
  expect((await check({ 'asha-rao.jpg': photo }, 'Meera Nair')).problems).toEqual([
    'coaches/asha-rao: Meera Nair has the picture "asha-rao". Call the file meera-nair.',
  ]);
  const wall = await createPlainPicture(700, 700).jpeg().toBuffer();
  const { problems, notes } = await check({ 'asha-rao.jpg': wall, 'old.jpg': photo });
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    'asha-rao.jpg: 0 faces were found. Look at the person on a page.',
    'old.jpg: nobody has this picture.',
  ]);
});

test('a film is a link to YouTube or Vimeo', () => {
  const film = (videoUrl: string) => coachSchema.shape.videoUrl.safeParse(videoUrl).success;
  expect(
    ['https://youtu.be/abc', 'https://www.youtube.com/watch?v=abc', 'https://vimeo.com/1'].map(film),
  ).toEqual([true, true, true]);
  expect(
    ['http://youtu.be/abc', 'https://youtube.com.evil.example/', 'https://video.example/'].map(film),
  ).toEqual([false, false, false]);
});
