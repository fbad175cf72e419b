import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiskCache } from '#lib/server/images/disk-cache.ts';
import { emptyFolder } from './support.ts';

const body = (size: number) => Buffer.alloc(size, 'x');

/** Sets the time of last use to `hours` ago. */
function age(folder: string, name: string, hours: number): void {
  const then = new Date(Date.now() - hours * 3_600_000);
  utimesSync(join(folder, name), then, then);
}

describe('[C-34] the disk cache has a maximum size', () => {
  test('the least recently used files are deleted first', async () => {
    const folder = emptyFolder();
    const cache = await DiskCache.open(folder, 1000);
    for (const key of ['a', 'b', 'c']) await cache.put(key, body(300));
    expect(await cache.get('a')).toEqual(body(300));
    await cache.put('d', body(300));
    expect(await cache.get('b')).toBeNull();
    expect(readdirSync(folder).sort()).toEqual(['a', 'c', 'd']);
    expect(cache.bytes).toBe(900);
  });

  test('the order of use survives a restart', async () => {
    const folder = emptyFolder();
    const before = await DiskCache.open(folder, 1000);
    for (const key of ['a', 'b', 'c']) await before.put(key, body(300));
    age(folder, 'a', 3);
    age(folder, 'b', 2);
    age(folder, 'c', 1);
    const cache = await DiskCache.open(folder, 1000);
    await cache.put('d', body(300));
    expect(readdirSync(folder).sort()).toEqual(['b', 'c', 'd']);
  });

  test('a smaller maximum applies from the next start', async () => {
    const folder = emptyFolder();
    const before = await DiskCache.open(folder, 10_000);
    for (const key of ['a', 'b', 'c']) await before.put(key, body(300));
    expect((await DiskCache.open(folder, 400)).bytes).toBeLessThanOrEqual(400);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('a file larger than the maximum is not stored', async () => {
    const folder = emptyFolder();
    const cache = await DiskCache.open(folder, 100);
    await cache.put('a', body(300));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the same key stored twice counts once', async () => {
    const cache = await DiskCache.open(emptyFolder(), 1000);
    await Promise.all([cache.put('a', body(300)), cache.put('a', body(300))]);
    expect(cache.bytes).toBe(300);
  });
});

describe('a file exists completely or not at all', () => {
  test('an unfinished file of a killed process is never read, and is deleted', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'old.part'), 'half');
    writeFileSync(join(folder, 'young.part'), 'half');
    age(folder, 'old.part', 1);
    const cache = await DiskCache.open(folder, 1000);
    expect(await cache.get('old')).toBeNull();
    // Another process may still be writing the recent one.
    expect(readdirSync(folder)).toEqual(['young.part']);
  });

  test('readers never see a partly written file', async () => {
    const folder = emptyFolder();
    const cache = await DiskCache.open(folder, 1e8);
    const large = body(3_000_000);
    const writing = Promise.all(Array.from({ length: 5 }, () => cache.put('a', large)));
    let isDone = false;
    writing.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const cachedBytes = await cache.get('a');
      if (cachedBytes) expect(cachedBytes.length).toBe(large.length);
    }
    expect(readFileSync(join(folder, 'a')).length).toBe(large.length);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('a file that another process deleted is a cache miss, not an error', async () => {
    const folder = emptyFolder();
    const [ours, theirs] = [await DiskCache.open(folder, 1000), await DiskCache.open(folder, 1000)];
    await ours.put('a', body(300));
    expect(await theirs.get('a')).toEqual(body(300));
    await theirs.put('b', body(900));
    expect(existsSync(join(folder, 'a'))).toBe(false);
    expect(await ours.get('a')).toBeNull();
    expect(ours.bytes).toBe(0);
  });
});
