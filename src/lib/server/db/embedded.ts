import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { PGliteDialect, sql } from 'kysely';
import { DurableNodeFS, durableStartParams, syncFolder, syncTree } from './durable-fs.ts';
import { lockFolder } from './folder-lock.ts';
import { createKysely, type Db } from './open.ts';
import { prepareOnPglite } from './prepared.ts';
import { valueTypes } from './value-types.ts';

const hour = 3_600_000;

/**
 * Opens the embedded database in `dataDir/database`, with commits that reach the disk. Creates it where there is none,
 * which takes some seconds. Throws FolderInUseError while another process has it open.
 */
export async function openEmbedded(dataDir: string): Promise<{ db: Db; close(): Promise<void> }> {
  const folder = join(dataDir, 'database');
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(folder);
  try {
    if (!existsSync(folder)) await createDatabase(folder);
    // A killed process may leave an empty file, which would prevent every later start. It is ours: we hold the lock.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    const pglite = await PGlite.create(durableOptions(folder));
    const db = openKysely(pglite);
    const vacuum = vacuumHourly(db);
    const close = async () => {
      clearInterval(vacuum);
      // Statements run in the order of their calls, so all earlier ones have ended when this one has.
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

/** Opens an embedded database in memory, which ends with the process. Tests load a dump into it. */
export async function openInMemory(
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<{ db: Db; pglite: PGlite }> {
  const pglite = await PGlite.create({ ...options, parsers: valueTypes });
  return { db: openKysely(pglite), pglite };
}

const openKysely = (pglite: PGlite): Db =>
  createKysely(new PGliteDialect({ pglite, onCreateConnection: prepareOnPglite }));

/**
 * Creates the database beside its folder and moves it there when it is complete, so that an interrupted start
 * leaves none.
 */
async function createDatabase(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(durableOptions(draft));
  await pglite.close();
  syncTree(draft);
  renameSync(draft, folder);
  // Not the whole tree: closing the lock's file here would release the lock (POSIX).
  syncFolder(dirname(folder));
}

function durableOptions(folder: string): PGliteOptions {
  return { fs: new DurableNodeFS(folder), startParams: durableStartParams, parsers: valueTypes };
}

/** Vacuums every hour, because PGlite has no autovacuum: tables would grow and the planner's statistics get old. */
function vacuumHourly(db: Db): NodeJS.Timeout {
  return setInterval(() => {
    // Fails only while the database closes or the disk is full, which the next write reports.
    sql`vacuum analyze`.execute(db).catch(() => {});
  }, hour).unref();
}
