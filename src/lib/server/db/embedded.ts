import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { PGliteDialect, sql } from 'kysely';
import { DurableNodeFS, durableStartParams, syncFolder, syncTree } from './durable-fs.ts';
import { lockFolder } from './folder-lock.ts';
import { type Db, kyselyOver } from './open.ts';
import { valueTypes } from './value-types.ts';

const hour = 3_600_000;

/**
 * Opens the embedded database in `dataDir/database`: one process at a time, and what was committed is on the
 * disk. The first opening makes it, which takes some seconds.
 * @throws FolderInUseError
 */
export async function openEmbedded(dataDir: string): Promise<{ db: Db; close(): Promise<void> }> {
  const folder = join(dataDir, 'database');
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(folder);
  try {
    if (!existsSync(folder)) await makeDatabase(folder);
    // Left by a process that was killed; an empty one would stop every later start. Ours alone: we hold the lock.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    const pglite = await PGlite.create(durable(folder));
    const db = kyselyOver(new PGliteDialect({ pglite }));
    const vacuum = vacuumHourly(db);
    const close = async () => {
      clearInterval(vacuum);
      // Statements run in the order they were asked for: when this one is answered, all before it are done.
      await sql`select 1`.execute(db).catch(() => {});
      await pglite.close();
      lock.release();
    };
    return { db, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An embedded database in memory, gone with the process; tests load a dump into it. */
export async function openInMemory(
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<{ db: Db; pglite: PGlite }> {
  const pglite = await PGlite.create({ ...options, parsers: valueTypes });
  return { db: kyselyOver(new PGliteDialect({ pglite })), pglite };
}

/** Made beside its place and moved there when whole, so that a start that was cut off leaves no half of one. */
async function makeDatabase(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(durable(draft));
  await pglite.close();
  syncTree(draft);
  renameSync(draft, folder);
  // The folder alone: opening and closing the lock's file here would drop the lock (POSIX).
  syncFolder(dirname(folder));
}

function durable(folder: string): PGliteOptions {
  return { fs: new DurableNodeFS(folder), startParams: durableStartParams, parsers: valueTypes };
}

/** PGlite runs no autovacuum: without this, tables grow and the planner guesses. */
function vacuumHourly(db: Db): NodeJS.Timeout {
  return setInterval(() => {
    // Refused only when the database is closing or the disk is full, which the next write says louder.
    sql`vacuum analyze`.execute(db).catch(() => {});
  }, hour).unref();
}
