import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createImages } from '#lib/server/images/index.ts';
import type { ImageSource } from '#lib/server/images/source.ts';
import { createLog } from '#lib/server/log.ts';
import { createImageSource, createPhoto } from '../support/media/pictures.ts';
import { emptyFolder, openImages } from './support.ts';

const photo = await createPhoto([{ x: 700, y: 250 }], [450, 300]);

/** An image source in which every id exists. Reading waits until the test releases it. */
function slowSource() {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const readCounts = { now: 0, most: 0, reads: 0 };
  const source: ImageSource = {
    async find() {
      const read = async () => {
        readCounts.reads += 1;
        readCounts.now += 1;
        readCounts.most = Math.max(readCounts.most, readCounts.now);
        await released;
        readCounts.now -= 1;
        return photo;
      };
      return { version: '1', size: photo.length, read };
    },
  };
  return { source, readCounts, release };
}

/** Sends `total` requests for different pictures and resolves as soon as `count` of them are answered. */
function firstAnswers(ask: (path: string) => Promise<Response>, total: number, count: number) {
  const first: Response[] = [];
  const { promise, resolve } = Promise.withResolvers<Response[]>();
  const all = Array.from({ length: total }, async (_, n) => {
    const answer = await ask(`/images/thumb/48/media/${n}`);
    first.push(answer);
    if (first.length === count) resolve([...first]);
    return answer;
  });
  return { first: promise, all: Promise.all(all) };
}

test('[C-34] two transforms run at once, 32 wait, and the next gets a 503', async () => {
  const { source, readCounts, release } = slowSource();
  const { ask } = openImages(source);
  // Which six of the forty come too late is open: each looks in the cache folder before it queues.
  const { first, all } = firstAnswers(ask, 40, 6);
  for (const answer of await first) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE', retry_after: 2 });
  }
  release();
  const statuses = (await all).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(34).fill(200), ...Array(6).fill(503)]);
  expect(readCounts.most).toBe(2);
  expect((await ask('/images/thumb/48/media/new')).status).toBe(200);
});

test('[C-34] while the store of uploads is silent, the pictures of the site are drawn', async () => {
  const silent = slowSource();
  const answer = createImages({
    sources: { media: silent.source, content: createImageSource({ photo }) },
    ...{ cacheFolder: emptyFolder(), cacheBytes: 1e8, log: createLog('silent') },
  });
  const ask = (path: string) => answer(new Request(`http://localhost${path}`));
  const waiting = Array.from({ length: 20 }, (_, n) => ask(`/images/thumb/48/media/${n}`));
  expect((await ask('/images/thumb/48/content/photo')).status).toBe(200);
  silent.release();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});

test('concurrent requests for one picture share one transform', async () => {
  const { source, readCounts, release } = slowSource();
  const { ask } = openImages(source);
  const answers = Array.from({ length: 50 }, () => ask('/images/thumb/48/media/one'));
  release();
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect(readCounts.reads).toBe(1);
});

test('[C-34] a picture is rendered once, also across a restart', async () => {
  const source = createImageSource({ photo });
  const { ask, folder } = openImages(source);
  const first = await (await ask('/images/thumb/48/media/photo')).bytes();
  const again = await (await ask('/images/thumb/48/media/photo')).bytes();
  const { ask: askLater } = openImages(source, { folder });
  const later = await (await askLater('/images/thumb/48/media/photo')).bytes();
  expect(again).toEqual(first);
  expect(later).toEqual(first);
  expect(source.reads).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a failing source gives a 500, and the next request tries again', async () => {
  let isDown = true;
  const { ask } = openImages({
    async find() {
      const read = async () => {
        if (isDown) throw new Error('the disk does not answer');
        return photo;
      };
      return { version: '1', size: photo.length, read };
    },
  });
  const answer = await ask('/images/thumb/48/media/a');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('disk');
  isDown = false;
  expect((await ask('/images/thumb/48/media/a')).status).toBe(200);
});

test('pictures are rendered even when the cache folder cannot be written', async () => {
  const { ask } = openImages(createImageSource({ photo }), { folder: '/dev/null/images' });
  expect((await ask('/images/thumb/48/media/photo')).status).toBe(200);
});
