import { expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

const api = useTestApi();
const png = () => createPlainPicture(300, 300).png().toBuffer();
const wear = (visitor: Visitor, avatar_media_id: unknown) =>
  visitor.call('PATCH /api/v1/user/update/', { avatar_media_id });

test('[USER-01] a person’s public picture becomes the avatar, in its variants, until it is removed', async () => {
  const { visitor } = await signUpVerified(api);
  const { body: media } = await upload(visitor, { bytes: await png() });
  const avatar = {
    '192X192': { url: `/images/thumb/192/media/${media.id}` },
    s3_url: `/media/${media.id}/avatar.webp`,
  };
  expect((await wear(visitor, media.id)).body.user.avatar).toEqual(avatar);
  expect((await visitor.call('GET /api/v3/user/')).body.user.avatar).toEqual(avatar);
  const other = await visitor.call('PATCH /api/v1/user/update/', { first_name: 'Usha' });
  expect(other.body.user.avatar).toEqual(avatar);
  expect((await wear(visitor, null)).body.user.avatar).toBeNull();
});

test('[C-39] another person’s picture, a private one, a PDF and an unknown id cannot be an avatar', async () => {
  const { visitor } = await signUpVerified(api);
  const stranger = (await signUpVerified(api)).visitor;
  const theirs = await upload(stranger, { bytes: await png() });
  const hidden = await upload(visitor, { bytes: await png(), isPublic: false });
  const pdf = await upload(visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF') });
  const wrong = [theirs.body.id, hidden.body.id, pdf.body.id, '01900000-0000-7000-8000-000000000000', 'x', 7];
  for (const id of wrong) {
    const { status, body } = await wear(visitor, id);
    expect([status, Object.keys(body.field_errors)], String(id)).toEqual([400, ['avatar_media_id']]);
  }
  expect((await visitor.call('GET /api/v3/user/')).body.user.avatar).toBeNull();
});
