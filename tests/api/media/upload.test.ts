import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { openFile } from '../../support/media/open-file.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import {
  closingBoundary,
  formatFilePart,
  formatPart,
  sendParts,
  upload,
} from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

const api: TestApi = useTestApi();
const png = () => createPlainPicture(300, 200).png().toBuffer();
const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n');

/** Requests the file as a browser does. */
const open = (path: string, visitor?: Visitor, init?: RequestInit) => openFile(api, path, visitor, init);

const isStored = (id: string) => existsSync(join(api.config.dataDir, 'media', id.slice(-2), id));

describe('[API-34] an upload', () => {
  test('stores a picture upright, in the stored size, as WebP, without metadata [C-32]', async () => {
    const { visitor } = await signUpVerified(api);
    const bytes = await createPlainPicture(3000, 1500)
      .withExif({ IFD0: { ImageDescription: 'at home', Artist: 'Asha' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(visitor, {
      bytes,
      name: 'C:\\me\\My <photo>.JPG',
      type: 'image/jpeg',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'IMAGE',
      mime_type: 'image/webp',
      name: 'My photo.webp',
      width: 1024,
      height: 2048,
      is_public: true,
      source: `media/${body.id}`,
    });
    const file = await open(body.url);
    const kept = Buffer.from(await file.arrayBuffer());
    expect(kept.length).toBe(body.bytes);
    const metadata = await sharp(kept).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 1024, height: 2048 });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('stores the first frame of an animation', async () => {
    const { visitor } = await signUpVerified(api);
    const frames = Buffer.concat([
      await createPlainPicture(20, 20, '#f00').raw().toBuffer(),
      await createPlainPicture(20, 20, '#00f').raw().toBuffer(),
    ]);
    const bytes = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { body } = await upload(visitor, { bytes });
    const kept = await (await open(body.url)).arrayBuffer();
    expect((await sharp(kept, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect((await sharp(kept).stats()).dominant.r).toBeGreaterThan(200);
  });

  test('stores a PDF unchanged, as a download that is never displayed [C-32]', async () => {
    const { visitor } = await signUpVerified(api);
    const { status, body } = await upload(visitor, {
      bytes: pdf,
      name: 'Résumé final.pdf',
      isPublic: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'DOCUMENT', mime_type: 'application/pdf', width: null, source: null });
    const file = await open(body.url);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="R_sum_ final.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20final.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('can send `public` before or after the file, and is private by default', async () => {
    const { visitor } = await signUpVerified(api);
    const file = formatFilePart(await png());
    const isPublic = async (...parts: Buffer[]) =>
      (await sendParts(visitor, [...parts, closingBoundary])).body.is_public;
    expect(await isPublic(formatPart('public', 'yes'), file)).toBe(true);
    expect(await isPublic(file, formatPart('public', '1'))).toBe(true);
    expect(await isPublic(file)).toBe(false);
    expect(
      (await sendParts(visitor, [file, formatPart('public', 'perhaps'), closingBoundary])).body.field_errors,
    ).toHaveProperty('public');
  });
});

describe('[C-33] upload permissions', () => {
  test('visitors, unverified people and other sites cannot upload', async () => {
    const body = [formatFilePart(await png()), closingBoundary];
    const unverified = (await signUp(api)).visitor;
    const { visitor } = await signUpVerified(api);
    const answers = [
      await sendParts(api.visitor(), body),
      await sendParts(unverified, body),
      await sendParts(visitor, body, { 'sec-fetch-site': 'cross-site' }),
      await sendParts(visitor, body, { origin: null, 'sec-fetch-site': null }),
    ];
    expect(answers.map((one) => one.body.error_code)).toEqual([
      'NOT_AUTHENTICATED',
      'PHONE_NOT_VERIFIED',
      'CSRF_FAILED',
      'CSRF_FAILED',
    ]);
  });

  test('a token authenticates its person from any site without a cookie for ten minutes', async () => {
    const { visitor } = await signUpVerified(api);
    const { body } = await visitor.call('POST /api/v1/upload/token/', {});
    expect(body.upload_url).toBe(`${api.config.siteOrigin}/api/v1/upload/`);
    const headers = { authorization: `Bearer ${body.token}`, 'sec-fetch-site': 'cross-site' };
    const sent = await sendParts(api.visitor(), [formatFilePart(await png()), closingBoundary], headers);
    expect(sent.status).toBe(200);
    expect((await open(sent.body.url, visitor)).status).toBe(200);

    const [user, expiry, signed] = body.token.split('.');
    const other = await signUpVerified(api);
    const { body: me } = await other.visitor.call('GET /api/v3/user/');
    const forged = [
      `${me.user.id}.${expiry}.${signed}`,
      `${user}.${Number(expiry) + 9}.${signed}`,
      `${user}.${expiry}.`,
      'x',
      `${user}.${expiry}`,
      `${body.token}.`,
      `${body.token}.zz`,
    ];
    // The token decides who the sender is, not the session.
    for (const token of forged)
      expect(
        (
          await sendParts(visitor, [formatFilePart(await png()), closingBoundary], {
            authorization: `Bearer ${token}`,
          })
        ).status,
      ).toBe(401);
  });

  test('another authorization scheme is ignored and the session is used', async () => {
    const { visitor } = await signUpVerified(api);
    const body = [formatFilePart(await png()), closingBoundary];
    expect((await sendParts(visitor, body, { authorization: 'Basic YTpi' })).status).toBe(200);
    expect((await sendParts(api.visitor(), body, { authorization: 'Basic YTpi' })).status).toBe(401);
    for (const authorization of ['Bearer', 'Bearer ', 'Bearer a b'])
      expect((await sendParts(visitor, body, { authorization })).status).toBe(401);
    const elsewhere = { authorization: 'Basic YTpi', 'sec-fetch-site': 'cross-site' };
    expect((await sendParts(visitor, body, elsewhere)).body.error_code).toBe('CSRF_FAILED');
  });

  test('[C-12] visitors and unverified people use up nobody’s upload limit', async () => {
    const { visitor } = await signUpVerified(api);
    const unverified = (await signUp(api)).visitor;
    const stranger = api.visitor();
    for (let n = 0; n < 3; n += 1) {
      expect((await sendParts(stranger, [closingBoundary])).status).toBe(401);
      expect((await sendParts(stranger, [closingBoundary], { authorization: 'Bearer x' })).status).toBe(401);
      expect((await sendParts(unverified, [closingBoundary])).status).toBe(403);
    }
    const spent = () =>
      api.db
        .selectFrom('rateCounter')
        .select(['key', 'count'])
        .where('key', 'like', 'account:upload:%')
        .execute();
    expect(await spent()).toEqual([]);
    expect((await upload(visitor, { bytes: pdf })).status).toBe(200);
    expect(await spent()).toMatchObject([{ count: 1 }]);
  });

  test('a token expires and is not valid for other endpoints', async () => {
    const { visitor } = await signUpVerified(api);
    const { createUploadToken } = await import('#lib/server/media/upload-token.ts');
    const { body: me } = await visitor.call('GET /api/v3/user/');
    const old = createUploadToken(api.config, me.user.id, new Date(Date.now() - 601_000)).token;
    const late = await sendParts(api.visitor(), [formatFilePart(await png()), closingBoundary], {
      authorization: `Bearer ${old}`,
    });
    expect(late.body.error_code).toBe('NOT_AUTHENTICATED');
    const fresh = createUploadToken(api.config, me.user.id, new Date()).token;
    const elsewhere = await api
      .visitor()
      .call('GET /api/v3/user/', undefined, { authorization: `Bearer ${fresh}` });
    expect(elsewhere.status).toBe(401);
    const asCookie = api.visitor();
    asCookie.cookies.set('__Host-sid', fresh);
    expect((await asCookie.call('GET /api/v3/user/')).status).toBe(401);
  });
});

describe('[C-32] a private file', () => {
  test('is visible to its owner only, and never cached', async () => {
    const owner = (await signUpVerified(api)).visitor;
    const other = (await signUpVerified(api)).visitor;
    const { body } = await upload(owner, { bytes: await png(), isPublic: false });
    expect(body.source).toBeNull();
    expect((await open(body.url, other)).status).toBe(404);
    expect((await open(body.url)).status).toBe(404);
    const file = await open(body.url, owner);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(file.headers.get('content-type')).toBe('image/webp');
  });

  test.each([
    '/media/x/y',
    '/media/01900000-0000-7000-8000-000000000000/y',
    '/media/../../etc/passwd',
    '/media/',
  ])('%s answers 404', async (path) => {
    expect((await open(path)).status).toBe(404);
  });

  test('is read-only', async () => {
    expect((await open('/media/x/y', undefined, { method: 'POST' })).status).toBe(405);
  });
});

describe('deleting', () => {
  test('an own file removes it everywhere; another person’s file returns 404', async () => {
    const owner = (await signUpVerified(api)).visitor;
    const other = (await signUpVerified(api)).visitor;
    const { body } = await upload(owner, { bytes: await png() });
    await owner.call('PATCH /api/v1/user/update/', { avatar_media_id: body.id });
    const remove = `DELETE /api/v1/media/${body.id}/delete/`;
    expect((await other.call(remove, {})).status).toBe(404);
    expect((await api.visitor().call(remove, {})).status).toBe(401);
    expect(isStored(body.id)).toBe(true);
    expect((await owner.call(remove, {})).status).toBe(200);
    expect((await owner.call(remove, {})).status).toBe(404);
    expect((await open(body.url, owner)).status).toBe(404);
    expect(isStored(body.id)).toBe(false);
    expect((await owner.call('GET /api/v3/user/')).body.user.avatar).toBeNull();
    expect((await owner.call('DELETE /api/v1/media/x/delete/', {})).status).toBe(404);
  });
});

test('[C-32] ten uploads are allowed an hour, and again an hour later', async () => {
  const { visitor } = await signUpVerified(api);
  for (let n = 0; n < 10; n += 1) expect((await upload(visitor, { bytes: pdf })).status).toBe(200);
  const rejected = await upload(visitor, { bytes: pdf });
  expect(rejected.body).toMatchObject({
    error_code: 'UPLOAD_QUOTA_EXCEEDED',
    retry_after: expect.any(Number),
  });
  expect(rejected.headers.get('retry-after')).toBe(String(rejected.body.retry_after));
  await travel(api.db, 3601);
  expect((await upload(visitor, { bytes: pdf })).status).toBe(200);
});
