import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import { type PortfolioOwner, signUpPortfolioOwner } from '../../support/portfolio/portfolios.ts';
import type { Answer, Visitor } from '../../support/visitor.ts';

const api = useTestApi();
const clean = () => cleanMedia(api);
const ids = async () => (await api.db.selectFrom('media').select('id').execute()).map(({ id }) => id);
const isStored = (id: string) => existsSync(join(api.config.dataDir, 'media', id.slice(-2), id));
const hours = (n: number) => travel(api.db, n * 3600);

async function uploadPicture(visitor: Visitor): Promise<string> {
  const { body } = await upload(visitor, { bytes: await createPlainPicture(9, 9).png().toBuffer() });
  return body.id;
}

test('[C-32] an unused upload is deleted after a day, its file soon after, and its quota is released', async () => {
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

test('[C-32] of more files than one statement looks at, each has the time since when it is unused', async () => {
  await signUpVerified(api);
  const used = uuidv7();
  await sql`
    insert into media (id, user_id, kind, mime_type, name, bytes, is_public)
    select gen_random_uuid(), id, 'DOCUMENT', 'application/pdf', 'a.pdf', 9, false
    from app_user, generate_series(1, 2100)`.execute(api.db);
  await sql`insert into media (id, user_id, kind, mime_type, name, bytes, width, height, is_public)
    select ${used}, id, 'IMAGE', 'image/webp', 'a.webp', 9, 9, 9, true from app_user`.execute(api.db);
  await sql`update app_user set avatar_media_id = ${used}`.execute(api.db);
  const unused = async () =>
    (await api.db.selectFrom('media').select('id').where('unusedSince', 'is not', null).execute()).length;
  await clean();
  expect(await unused()).toBe(2100);
  await sql`update media set unused_since = now() where id = ${used}`.execute(api.db);
  await clean();
  expect(await unused()).toBe(2100);
});

test('an avatar is kept, and its day starts when it is removed', async () => {
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
  // The file is used again within a day.
  await wear(id);
  await hours(20);
  await clean();
  expect(await ids()).toEqual([id]);
  expect(isStored(id)).toBe(true);
});

test('the covers of a portfolio and a PDF in its links are kept', async () => {
  const { visitor } = await signUpVerified(api);
  const { body: own } = await visitor.call('GET /api/v1/portfolios/');
  const base = `/api/v1/portfolios/${own.results[0].id}`;
  const cover = await uploadPicture(visitor);
  const wide = await uploadPicture(visitor);
  const { body: paper } = await upload(visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF'), name: 'talk.pdf' });
  await uploadPicture(visitor);
  const project = await visitor.call(`POST ${base}/projects/create/`, {
    title: 'A project',
    cover_media_id: cover,
  });
  expect(project.status).toBe(200);
  await visitor.call(`PATCH ${base}/update/`, { cover_media_id: wide, version: project.body.version });
  const url = `https://liftoff.example${paper.url}`;
  expect((await visitor.call(`POST ${base}/links/create/`, { url })).status).toBe(200);
  await clean();
  await hours(25);
  await clean();
  expect((await ids()).sort()).toEqual([cover, wide, paper.id].sort());
});

describe('[C-32] a file that a portfolio links to is kept, in every field', () => {
  const years = { started_on: null, ended_on: null };
  const at = (url: string) => `https://liftoff.example${url}`;
  const text = (url: string) => `See [the paper](${at(url)}).`;
  const job = { id: uuidv7(), title: 'Analyst', company: '', location: '', ...years };
  const school = { id: uuidv7(), institution: 'IIT', degree: '', ...years };
  const work = { title: 'A talk', url: 'https://a.example/' };
  const places: [where: string, write: (owner: PortfolioOwner, url: string) => Promise<Answer>][] = [
    ['the text about a person', (owner, url) => owner.update({ about: text(url) })],
    ['a job', (owner, url) => owner.update({ experience: [{ ...job, summary: text(url) }] })],
    ['a school', (owner, url) => owner.update({ education: [{ ...school, summary: text(url) }] })],
    ['a link', (owner, url) => owner.post('links/create/', { url: at(url) })],
    ['a published work', (owner, url) => owner.post('published-works/create/', { ...work, url: at(url) })],
    [
      'what a work says',
      (owner, url) => owner.post('published-works/create/', { ...work, summary: text(url) }),
    ],
    ...['summary', 'problem', 'approach', 'outcome'].map((name): (typeof places)[number] => [
      `the ${name} of a project`,
      (owner, url) => owner.post('projects/create/', { title: 'P', [name]: text(url) }),
    ]),
    [
      'the document of a project',
      (owner, url) => owner.post('projects/create/', { title: 'P', document_url: at(url) }),
    ],
  ];

  test.each(places)('in %s', async (_, write) => {
    const owner = await signUpPortfolioOwner(api);
    const { body: paper } = await upload(owner.visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF') });
    // Nothing links to this file.
    await uploadPicture(owner.visitor);
    expect((await write(owner, paper.url)).status).toBe(200);
    const other = await signUpPortfolioOwner(api);
    const { body: theirs } = await upload(other.visitor, {
      bytes: await createPlainPicture(9, 9).png().toBuffer(),
    });
    // A link to a picture, in capitals, which browsers accept too.
    expect((await write(other, theirs.url.replace(theirs.id, theirs.id.toUpperCase()))).status).toBe(200);
    await clean();
    await hours(25);
    await clean();
    expect((await ids()).sort()).toEqual([paper.id, theirs.id].sort());
  });
});

test('[C-32] a file that cannot be deleted blocks no other file, and is retried', async () => {
  const { visitor } = await signUpVerified(api);
  const all = [];
  for (let n = 0; n < 3; n += 1) all.push(await uploadPicture(visitor));
  const [stuck = '', ...others] = all;
  await clean();
  await hours(25);
  await clean();
  await hours(2);
  const received = join(api.config.dataDir, 'uploads', 'half a file');
  writeFileSync(received, 'half');
  utimesSync(received, 0, 0);
  const { mediaStore } = api;
  const refusing = {
    ...mediaStore,
    delete: async (id: string) => {
      if (id === stuck) throw new Error('it is locked');
      await mediaStore.delete(id);
    },
  };
  await expect(cleanMedia({ ...api, mediaStore: refusing })).rejects.toThrow('1 files could not be deleted');
  expect(all.filter(isStored)).toEqual([stuck]);
  expect(others.some(isStored)).toBe(false);
  expect(readdirSync(join(api.config.dataDir, 'uploads'))).toEqual([]);
  await clean();
  expect(isStored(stuck)).toBe(true);
  await hours(2);
  await clean();
  expect(isStored(stuck)).toBe(false);
});

test('[C-32] a file that is deleted while the store is down is gone for its owner at once, and from the store later', async () => {
  const { visitor } = await signUpVerified(api);
  const id = await uploadPicture(visitor);
  const away = vi.spyOn(api.mediaStore, 'delete').mockRejectedValue(new Error('the store is away'));
  const { status } = await visitor.call(`DELETE /api/v1/media/${id}/delete/`, {});
  away.mockRestore();
  expect([status, await ids()]).toEqual([200, []]);
  expect(isStored(id)).toBe(true);
  await hours(2);
  await clean();
  expect(isStored(id)).toBe(false);
});

test('[C-32] files of finished deletions leave the store also while the search for unused ones fails', async () => {
  const { visitor } = await signUpVerified(api);
  const id = await uploadPicture(visitor);
  await clean();
  await hours(25);
  await clean();
  await hours(2);
  const failing = api.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('update media set unused_since')) throw new Error('it took too long');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(cleanMedia({ ...api, db: failing })).rejects.toThrow('it took too long');
  expect(isStored(id)).toBe(false);
});

test('an upload that is used during the cleanup is either kept or rejected', async () => {
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

test('the files of a deleted account are deleted', async () => {
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

test('an upload that a crashed process left unfinished is deleted an hour later', async () => {
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
