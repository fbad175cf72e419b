import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mediaImageSource } from '#lib/server/media/image-source.ts';
import { openImages } from '../../images/support.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { createPhoto, createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';

const api = useTestApi();
const open = () => openImages(mediaImageSource(api.db, api.mediaStore));

test('[IMG-01] the image proxy shows a public picture until its owner deletes it', async () => {
  const { visitor } = await signUpVerified(api);
  const { body } = await upload(visitor, { bytes: await createPlainPicture(900, 600).png().toBuffer() });
  const { ask } = open();
  const shown = await ask(`/images/height/240/${body.source}`, { accept: 'image/webp' });
  expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 360,
    height: 240,
  });
  await visitor.call(`DELETE /api/v1/media/${body.id}/delete/`, {});
  expect((await ask(`/images/height/240/${body.source}`)).status).toBe(404);
});

test('[C-34] the image proxy shows no private picture, PDF or unknown id, not even to the owner', async () => {
  const { visitor } = await signUpVerified(api);
  const hidden = await upload(visitor, {
    bytes: await createPlainPicture(90, 60).png().toBuffer(),
    isPublic: false,
  });
  const paper = await upload(visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF') });
  const { ask } = open();
  for (const id of [
    hidden.body.id,
    paper.body.id,
    '01900000-0000-7000-8000-000000000000',
    'x',
    '../secret-key',
  ])
    expect((await ask(`/images/thumb/192/media/${encodeURIComponent(id)}`)).status, id).toBe(404);
});

test('[USER-01] a square picture is shown as it was cropped; other pictures are cropped to the face', async () => {
  const { visitor } = await signUpVerified(api);
  const { ask } = open();
  /** Returns the share of skin in the thumbnail. */
  const skinOf = async (size: [number, number]) => {
    const bytes = await createPhoto([{ x: size[0] - 150, y: 200, scale: 0.5 }], size);
    const { body } = await upload(visitor, { bytes });
    const picture = await ask(`/images/thumb/192/${body.source}`, { accept: 'image/webp' });
    const { data } = await sharp(await picture.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The person's skin is redder than the wall and the floor.
    let skin = 0;
    for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) - (data[at + 2] ?? 0) > 40) skin += 1;
    return skin / (192 * 192);
  };
  const whole = await skinOf([800, 800]);
  const cropped = await skinOf([801, 800]);
  expect(whole).toBeGreaterThan(0);
  expect(cropped).toBeGreaterThan(1.5 * whole);
});
