import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileEndpoint } from '#lib/server/media/file-endpoint.ts';
import { mediaImageSource } from '#lib/server/media/image-source.ts';
import { openImages } from '../../images/support.ts';
import { createTestApi, useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { startS3Server } from '../../support/media/s3-server.ts';
import { upload } from '../../support/media/upload.ts';

const shared = useTestApi();

it('[C-41] [C-32] while the bucket is away an upload is a 503 that stores nothing, files and pictures are a 503, and what was stored comes back', async () => {
  const bucket = await startS3Server();
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-store-away-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const test = createTestApi(shared.db, dataDir, { MEDIA_STORE: bucket.address });
  onTestFinished(() => test.messages.close());
  const { visitor } = await signUpVerified(test);
  const bytes = await createPlainPicture(300, 200).png().toBuffer();
  const stored = await upload(visitor, { bytes, isPublic: true });
  expect(stored.status).toBe(200);
  const { ask } = openImages(mediaImageSource(test.db, test.mediaStore));
  const handleFile = createFileEndpoint({ ...test, findReaderId: async () => null });
  const openFile = () => handleFile(new Request(new URL(stored.body.url, 'https://localhost')));
  const picture = (height: number) => ask(`/images/height/${height}/${stored.body.source}`);
  const countRows = async () => (await test.db.selectFrom('media').select('id').execute()).length;
  expect([(await openFile()).status, (await picture(240)).status]).toEqual([200, 200]);

  await bucket.stop();
  const outage = {
    ...{ error_code: 'SERVICE_UNAVAILABLE', field_errors: {}, retry_after: expect.any(Number) },
    request_id: expect.any(String),
  };
  expect(await upload(visitor, { bytes })).toMatchObject({ status: 503, body: outage });
  for (const answer of [await openFile(), await picture(480)]) {
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject(outage);
  }
  // A size that was drawn before is in the cache of this process.
  expect((await picture(240)).status).toBe(200);
  expect(await countRows()).toBe(1);

  await bucket.start();
  expect([(await openFile()).status, (await picture(480)).status]).toEqual([200, 200]);
  expect((await upload(visitor, { bytes })).status).toBe(200);
  expect(await countRows()).toBe(2);
});
