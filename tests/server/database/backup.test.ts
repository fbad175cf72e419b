import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerBackupRequests } from '#lib/server/backup/backup-requests.ts';
import { type Database, migrate, openDatabase } from '#lib/server/db/index.ts';
import { createLog } from '#lib/server/log.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';

// These tests wait for the disk, which may be slow when it is busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = join(import.meta.dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'liftoff-backups-'));
const template = join(scratch, 'template');
let dataDir: string;
let backup: string;
let ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: template });
  await migrate(database.db);
  await database.close();
});
beforeEach(() => {
  const folder = mkdtempSync(join(scratch, 'one-'));
  [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')];
  cpSync(template, dataDir, { recursive: true });
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function open(): Promise<Database & { store: ReturnType<typeof openMediaStore> }> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  ends.push(() => database.close());
  return { ...database, store: openMediaStore({ mediaStore: 'disk', dataDir }) };
}

/** Runs an npm command in a process of its own and returns what it printed, also where it ended with 1. */
async function run(script: 'backup' | 'restore', ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const ended = promisify(execFile)(process.execPath, [`scripts/${script}.mjs`, ...args], { cwd: root, env });
  return ended.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: stderr }),
  );
}

const put = ({ db }: Pick<Database, 'db'>, number: number) =>
  db
    .insertInto('rateCounter')
    .values({ key: `row ${number}`, count: number, expiresAt: new Date() })
    .execute();

async function readNumbers({ db }: Pick<Database, 'db'>): Promise<number[]> {
  const rows = await db.selectFrom('rateCounter').select('count').orderBy('count').execute();
  return rows.map(({ count }) => count);
}

/** Stores a file and its row again and again, as uploads do. Returns the function that ends this. */
function writeMeanwhile(site: Awaited<ReturnType<typeof open>>) {
  const source = join(scratch, 'upload');
  writeFileSync(source, 'the bytes of an upload');
  let isRunning = true;
  let written = 0;
  const loop = (async () => {
    while (isRunning) {
      await site.store.put(`upload-${written}`, source, 'text/plain');
      await put(site, written);
      written += 1;
    }
  })();
  const stop = async () => {
    isRunning = false;
    await loop;
  };
  ends.push(stop);
  return { written: () => written, stop };
}

it('the drill: a backup of a site that is writing holds all that was saved before it, whole, with its uploads', async () => {
  const site = await open();
  const config = { dataDir, mediaStore: 'disk' as const };
  const answering = await answerBackupRequests({ db: site.db, config, log: createLog('silent') });
  ends.push(() => answering.close());
  const writer = writeMeanwhile(site);
  // A busy disk takes seconds for twenty syncs.
  await vi.waitUntil(() => writer.written() > 20, { timeout: 60_000 });
  const before = writer.written();
  expect(await run('backup', backup)).toEqual({
    code: 0,
    text: expect.stringContaining('holds the database and uploads'),
  });
  const after = writer.written();
  expect(after).toBeGreaterThan(before);
  await writer.stop();
  expect(await run('restore', backup)).toEqual({
    code: 1,
    text: expect.stringMatching(/^Another process has/),
  });
  expect((await readNumbers(site)).length).toBe(writer.written());
  for (const end of ends.splice(0).toReversed()) await end();

  rmSync(dataDir, { recursive: true });
  expect(await run('restore', backup)).toEqual({
    code: 0,
    text: expect.stringContaining('with its uploads'),
  });
  const restored = await open();
  const numbers = await readNumbers(restored);
  expect(numbers).toEqual(Array.from(numbers, (_, index) => index));
  expect(numbers.length).toBeGreaterThanOrEqual(before);
  expect(numbers.length).toBeLessThanOrEqual(after + 1);
  for (const number of numbers)
    expect((await restored.store.get(`upload-${number}`))?.bytes, `upload ${number}`).toBe(22);
  await put(restored, 1_000_000);
});

it('what asks for no backup is answered, and does not end the site', async () => {
  const { db } = await open();
  const config = { dataDir, mediaStore: 'disk' as const };
  const answering = await answerBackupRequests({ db, config, log: createLog('silent') });
  ends.push(() => answering.close());
  const reply = await new Promise((done, failed) => {
    request({ socketPath: join(dataDir, 'backup.sock') }, (res) => json(res).then(done, failed))
      .once('error', failed)
      .end();
  });
  expect(reply).toEqual({ problem: expect.any(String) });
});

describe('a backup of a stopped site', () => {
  it('is restored in the place of later data, which is kept beside it; what root restores belongs to the owner of DATA_DIR', async () => {
    const first = await open();
    await put(first, 1);
    await first.close();
    expect((await run('backup', backup)).code).toBe(0);
    const later = await open();
    await put(later, 2);
    await later.close();

    if (process.getuid?.() === 0) chownSync(dataDir, 65534, 65534);
    expect((await run('restore', backup)).text).toContain('What it held before is in');
    const owner = statSync(dataDir).uid;
    for (const name of ['database.lock', 'database', 'database/PG_VERSION', 'database/global/pg_control'])
      expect(statSync(join(dataDir, name)).uid, name).toBe(owner);
    const restored = await open();
    expect(await readNumbers(restored)).toEqual([1]);
    await restored.close();
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    dataDir = join(dataDir, kept);
    expect(await readNumbers(await open())).toEqual([1, 2]);
  });

  it('is refused where DATA_DIR has no database, and makes none', async () => {
    rmSync(dataDir, { recursive: true });
    const text = expect.stringMatching(/^There is no database in /);
    expect(await run('backup', backup)).toEqual({ code: 1, text });
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    expect(existsSync(backup)).toBe(false);
  });

  it('never replaces a folder, and is refused when a file was damaged, which changes nothing', async () => {
    expect((await run('backup', backup)).code).toBe(0);
    expect(await run('backup', backup)).toEqual({ code: 1, text: expect.stringContaining('exists already') });
    symlinkSync('/etc/hostname', join(backup, 'database/link'));
    expect((await run('restore', backup)).text).toContain('database/link is neither a file nor a folder');
    rmSync(join(backup, 'database/link'));
    writeFileSync(join(backup, 'database/PG_VERSION'), 'damaged');
    expect(await run('restore', backup)).toEqual({ code: 1, text: expect.stringContaining('is damaged') });
    expect(readdirSync(dataDir)).not.toContain('restoring');
    await put(await open(), 1);
    rmSync(join(backup, 'backup.json'));
    expect((await run('restore', backup)).text).toContain('is not a complete backup');
    expect(existsSync(join(dataDir, 'database'))).toBe(true);
  });
});
