import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { cleanMedia } from '../../src/lib/server/media/clean.ts';
import { useTestApi } from '../support/api.ts';
import { travel } from '../support/database.ts';
import { signUpVerified } from '../support/people.ts';
import { plain } from '../support/pictures.ts';
import { upload } from '../support/upload.ts';
import type { Visitor } from '../support/visitor.ts';

const api = useTestApi();
const clean = () => cleanMedia(api);
const ids = async () => (await api.db.selectFrom('media').select('id').execute()).map(({ id }) => id);
const isStored = (id: string) => existsSync(join(api.config.dataDir, 'media', id.slice(-2), id));
const hours = (n: number) => travel(api.db, n * 3600);

async function uploadPicture(visitor: Visitor): Promise<string> {
  const { body } = await upload(visitor, { bytes: await plain(9, 9).png().toBuffer() });
  return body.id;
}

test('[C-32] what nothing shows is deleted after a day, its file soon after, and gives room back', async () => {
  const { visitor } = await signUpVerified(api);
  const id = await uploadPicture(visitor);
  await clean();
  await hours(23);
  await clean();
  expect(await ids()).toEqual([id]);
  await hours(2);
  await clean();
  expect(await ids()).toEqual([]);
  expect(await api.db.selectFrom('mediaUsage').select(['files', 'bytes']).execute()).toEqual([
    { files: 0, bytes: 0 },
  ]);
  await hours(2);
  await clean();
  expect(isStored(id)).toBe(false);
  expect(await api.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
});

test('an avatar stays, and counts its day from when it is taken off', async () => {
  const { visitor } = await signUpVerified(api);
  const id = await uploadPicture(visitor);
  const wear = (avatar_media_id: string | null) =>
    visitor.call('PATCH /api/v1/user/update/', { avatar_media_id });
  await clean();
  await hours(20);
  await wear(id);
  await hours(300);
  await clean();
  expect(await ids()).toEqual([id]);
  await wear(null);
  await clean();
  await hours(20);
  await clean();
  // Undone within the day.
  await wear(id);
  await hours(20);
  await clean();
  expect(await ids()).toEqual([id]);
  expect(isStored(id)).toBe(true);
});

test('the covers of a portfolio stay, and so does a PDF that its links lead to', async () => {
  const { visitor } = await signUpVerified(api);
  const { body: own } = await visitor.call('GET /api/v1/portfolios/');
  const base = `/api/v1/portfolios/${own.results[0].id}`;
  const cover = await uploadPicture(visitor);
  const { body: paper } = await upload(visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF'), name: 'talk.pdf' });
  await uploadPicture(visitor);
  const project = await visitor.call(`POST ${base}/projects/create/`, {
    title: 'A project',
    cover_media_id: cover,
  });
  expect(project.status).toBe(200);
  const url = `https://liftoff.example${paper.url}`;
  expect((await visitor.call(`POST ${base}/links/create/`, { url })).status).toBe(200);
  await clean();
  await hours(25);
  await clean();
  expect((await ids()).sort()).toEqual([cover, paper.id].sort());
});

test('what is put on at the moment of cleaning is shown or refused, never shown and gone', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signUpVerified(api)));
  const pictures = await Promise.all(people.map(({ visitor }) => uploadPicture(visitor)));
  await clean();
  await hours(25);
  const [answers] = await Promise.all([
    Promise.all(
      people.map(({ visitor }, n) =>
        visitor.call('PATCH /api/v1/user/update/', { avatar_media_id: pictures[n] }),
      ),
    ),
    clean(),
  ]);
  const left = await ids();
  for (const [n, { status, body }] of answers.entries()) {
    const id = pictures[n] as string;
    expect(status).toBe(left.includes(id) ? 200 : 400);
    if (status === 200) expect(body.user.avatar.s3_url).toContain(id);
  }
});

test('the files of an account that is gone go too', async () => {
  const { visitor } = await signUpVerified(api);
  const id = await uploadPicture(visitor);
  await visitor.call('PATCH /api/v1/user/update/', { avatar_media_id: id });
  await api.db.deleteFrom('appUser').execute();
  await clean();
  await hours(25);
  await clean();
  await hours(2);
  await clean();
  expect(await ids()).toEqual([]);
  expect(isStored(id)).toBe(false);
});

test('what a process that died had begun is cleared away an hour later', async () => {
  const id = uuidv7();
  const received = join(api.config.dataDir, 'uploads', 'half a file');
  mkdirSync(join(api.config.dataDir, 'uploads'), { recursive: true });
  writeFileSync(received, 'half');
  await api.mediaStore.put(id, received, 'application/pdf');
  await api.db.insertInto('strayFile').values({ mediaId: id }).execute();
  await clean();
  expect(isStored(id)).toBe(true);
  await hours(2);
  utimesSync(received, 0, 0);
  await clean();
  expect(isStored(id)).toBe(false);
  expect(readdirSync(join(api.config.dataDir, 'uploads'))).toEqual([]);
});
