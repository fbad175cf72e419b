import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncs } from '#lib/server/db/durable-fs.ts';
import {
  type Database,
  FolderInUseError,
  isUnavailable,
  migrate,
  openDatabase,
} from '#lib/server/db/index.ts';
import type { OnStatement } from '#lib/server/db/open.ts';
import { vacuumTables } from '#lib/server/db/upkeep.ts';
import { isSoak } from '../../support/soak.ts';
import { waitFor } from '../../support/wait-for.ts';
import { killChildren, startChild } from './child.ts';

const writer = join(import.meta.dirname, 'writer.ts');
const migrateCommand = join(import.meta.dirname, '../../../src/lib/server/commands/migrate.ts');

// These tests wait for the disk, which may be slow when it is busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const scratch = mkdtempSync(join(tmpdir(), 'liftoff-embedded-'));
const template = join(scratch, 'template');
let dataDir: string;
let opened: Database[] = [];

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: template });
  await migrate(database.db);
  await database.close();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'data-'));
  cpSync(template, dataDir, { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  await killChildren();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(onStatement?: OnStatement): Promise<Database> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, onStatement);
  opened.push(database);
  return database;
}

const insert = ({ db }: Pick<Database, 'db'>, key: string) =>
  db.insertInto('rateCounter').values({ key, count: 1, expiresAt: new Date() }).execute();

describe('durability of commits', () => {
  it('syncs the log once per commit and never for a read', async () => {
    const { db } = await open();
    const synced = async (work: () => Promise<unknown>) => {
      const before = syncs.files;
      await work();
      return syncs.files - before;
    };
    await insert({ db }, 'warm');
    expect(await synced(() => insert({ db }, 'one'))).toBe(1);
    const ten = () =>
      db.transaction().execute(async (trx) => {
        for (let n = 0; n < 10; n += 1) await insert({ db: trx }, `ten ${n}`);
      });
    expect(await synced(ten)).toBe(1);
    expect(await synced(() => db.selectFrom('rateCounter').selectAll().execute())).toBe(0);
  });

  it('writes to the disk within about a second what waited for nothing, and then nothing more', async () => {
    const { db } = await open();
    await insert({ db }, 'warm');
    const before = syncs.files;
    await db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      await insert({ db: trx }, 'relaxed');
    });
    expect(syncs.files).toBe(before);
    await waitFor(() => expect(syncs.files).toBe(before + 1));
    const { rows } = await sql<{
      isFlushed: boolean;
    }>`select pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as is_flushed`.execute(db);
    expect(rows).toEqual([{ isFlushed: true }]);
  });

  it('runs with the settings that make a commit wait for the sync', async () => {
    const { db } = await open();
    const setting = async (name: string) =>
      (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;
    expect(
      await Promise.all(['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'].map(setting)),
    ).toEqual(['on', 'on', 'on', 'fsync']);
  });

  it('loses no acknowledged row in repeated rounds of kill -9', async () => {
    let written = 0;
    for (let round = 0; round < (isSoak ? 5 : 2); round += 1) {
      const child = startChild(writer, { DATA_DIR: dataDir, WRITE: '1', FROM: String(written) });
      await child.waitForOutput(`${written + 30}\n`);
      await sleep(Math.random() * 150);
      await child.kill();
      const acknowledged = [...child.output().matchAll(/^\d+$/gm)].map(([number]) => Number(number));
      written = (acknowledged.at(-1) ?? 0) + 2;

      const database = await open();
      const rows = await database.db.selectFrom('rateCounter').select('count').execute();
      const storedCounts = new Set(rows.map(({ count }) => count));
      expect(acknowledged.filter((number) => !storedCounts.has(number))).toEqual([]);
      await database.close();
    }
  });

  it('starts from scratch when the very first start was interrupted', async () => {
    rmSync(join(dataDir, 'database'), { recursive: true });
    for (const milliseconds of [400, 1200, 2000]) {
      const child = startChild(writer, { DATA_DIR: dataDir });
      await sleep(milliseconds);
      await child.kill();
    }
    const database = await open();
    await migrate(database.db);
    await insert(database, 'works');
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});

describe('upkeep', () => {
  it('the log does not grow for as long as the process runs', async () => {
    const { db } = await open();
    const isShort = async () => {
      const { rows } = await sql<{
        isShort: boolean;
      }>`select pg_current_wal_insert_lsn() - redo_lsn < 1000000 as is_short from pg_control_checkpoint()`.execute(
        db,
      );
      expect(rows).toEqual([{ isShort: true }]);
    };
    for (let round = 0; round < 4; round += 1) {
      await sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000)) from generate_series(1, 40)`.execute(
        db,
      );
      await waitFor(isShort);
    }
    const files = readdirSync(join(dataDir, 'database/pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
    expect(files.length).toBeLessThan(8);
  });

  it('dead rows are removed from one table after the other, so that visitors get answers in between', async () => {
    const vacuums: string[] = [];
    const { db } = await open(({ text }) => text.startsWith('vacuum') && vacuums.push(text));
    await sql`insert into rate_counter (key, count, expires_at) select n::text, 1, now() from generate_series(1, 5000) n`.execute(
      db,
    );
    await db.deleteFrom('rateCounter').execute();
    const isEmpty = () =>
      sql`select pg_relation_size('rate_counter') = 0 as is_empty`.execute(db).then(({ rows }) => rows);
    expect(await isEmpty()).toEqual([{ isEmpty: false }]);
    await vacuumTables(db);
    expect(await isEmpty()).toEqual([{ isEmpty: true }]);
    expect(vacuums.filter((text) => !/^vacuum analyze \S+$/.test(text))).toEqual([]);
    expect(vacuums).toEqual(
      expect.arrayContaining(['vacuum analyze app_user', 'vacuum analyze pg_attribute']),
    );
  });
});

describe('one process at a time', () => {
  it('rejects a second process with a message, and accepts the next one after kill -9', {
    timeout: 60_000,
  }, async () => {
    const holder = startChild(writer, { DATA_DIR: dataDir });
    await holder.waitForOutput('open');

    const second = startChild(migrateCommand, { DATA_DIR: dataDir });
    expect(await second.ended()).toBe(1);
    expect(second.errors()).toMatch(/^Another process has the database in .+ open\. Stop it first/);
    await expect(open()).rejects.toThrow(FolderInUseError);

    await holder.kill();
    await insert(await open(), 'after');
  });

  it('rejects a second opening within the process, and allows it after close()', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(FolderInUseError);
    await first.close();
    await open();
  });

  it('starts despite an empty postmaster.pid, which a kill during start can leave', async () => {
    await (await open()).close();
    writeFileSync(join(dataDir, 'database/postmaster.pid'), '');
    await insert(await open(), 'works');
  });
});

it('the database can be closed twice, and reports unavailable afterwards', async () => {
  const database = await open();
  await Promise.all([insert(database, 'under way'), database.close(), database.close()]);
  const error = await insert(database, 'late').catch((thrown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  expect(existsSync(join(dataDir, 'database/postmaster.pid'))).toBe(false);
});
