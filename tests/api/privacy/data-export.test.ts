import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { deleteOldExports, findOwnExport } from '#lib/server/privacy/data-export.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const hour = 3600;
afterEach(() => vi.restoreAllMocks());

/** Signs a person up who asks for a copy of their data. Returns the person's id. */
async function askForCopy(): Promise<string> {
  const { visitor, e164 } = await signUpVerified(test);
  expect((await visitor.call('POST /api/v1/user/data-export/', {})).status).toBe(200);
  const user = await test.db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', e164)
    .executeTakeFirstOrThrow();
  return user.id;
}

const copyOf = (userId: string) =>
  test.db.selectFrom('dataExport').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();

const hasCopy = async (userId: string) => {
  const file = await findOwnExport(test, userId);
  return file !== null && (await text(file.stream)).includes(userId);
};

/** Makes copies with a store that does something before it stores the file of an attempt. */
const makeWith = (before: (id: string) => Promise<void>) => {
  const mediaStore: MediaStore = {
    ...test.mediaStore,
    put: async (id, path, mimeType) => {
      await before(id);
      await test.mediaStore.put(id, path, mimeType);
    },
  };
  return makeExports({ ...test, mediaStore });
};

it('[C-20] a copy that fails stops no other, and is tried again after longer and longer waits', async () => {
  const [unlucky, lucky] = [await askForCopy(), await askForCopy()];
  const failing = async (id: string) => {
    if ((await copyOf(unlucky)).id === id) throw new Error('the disk is full');
  };
  await makeWith(failing);
  expect([await hasCopy(unlucky), await hasCopy(lucky)]).toEqual([false, true]);
  // It waits for a minute, then for two.
  await makeWith(failing);
  expect(await copyOf(unlucky)).toMatchObject({ attempts: 1, readyAt: null });
  await travel(test.db, 61);
  await makeWith(failing);
  await travel(test.db, 61);
  await makeWith(failing);
  expect(await copyOf(unlucky)).toMatchObject({ attempts: 2, readyAt: null });
  await travel(test.db, 60);
  await makeExports(test);
  expect(await hasCopy(unlucky)).toBe(true);
});

it('[C-42] of many rounds at once, one makes the copy', async () => {
  const userId = await askForCopy();
  const put = vi.fn(async () => {});
  await Promise.all([1, 2, 3, 4].map(() => makeWith(put)));
  expect(put).toHaveBeenCalledTimes(1);
  await test.messages.deliverQueued();
  await expectToStay(userId);
});

it('[C-42] an attempt that was taken for dead and ends after another one deletes no finished file', async () => {
  const userId = await askForCopy();
  const other = async () => {
    await travel(test.db, 16 * 60);
    await makeExports(test);
    expect(await hasCopy(userId)).toBe(true);
  };
  await makeWith(other);
  expect((await copyOf(userId)).attempts).toBe(2);
  await expectToStay(userId);
});

it('[C-42] an attempt that ends after the account leaves no file', async () => {
  const userId = await askForCopy();
  let file = '';
  await makeWith(async (id) => {
    file = id;
    await test.db.deleteFrom('appUser').where('id', '=', userId).execute();
  });
  expect(await test.mediaStore.get(file)).not.toBe(null);
  await travel(test.db, 2 * hour);
  await cleanMedia(test);
  expect(await test.mediaStore.get(file)).toBe(null);
});

/** Expects that the copy is there after the files without a row are deleted, and gone when it has expired. */
async function expectToStay(userId: string): Promise<void> {
  await travel(test.db, 2 * hour);
  await cleanMedia(test);
  expect(await hasCopy(userId)).toBe(true);
  const { id } = await copyOf(userId);
  await travel(test.db, 72 * hour);
  await deleteOldExports(test);
  expect(await test.mediaStore.get(id)).toBe(null);
  expect(await test.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
}
