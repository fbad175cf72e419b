import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { QueuedPGliteDialect } from './connections/statement-queue.ts';
import { DiskReserve } from './disk-reserve.ts';
import { DurableNodeFS, durableStartParams, syncFolder, syncTree } from './durable-fs.ts';
import { lockFolder } from './folder-lock.ts';
import { createKysely, type Db, type OnStatement } from './open.ts';
import { prepareOnPglite } from './prepared.ts';
import { startUpkeep } from './upkeep.ts';
import { valueTypes } from './value-types.ts';

/** A visitor who is told to try again after `outageSeconds` finds the freed space noticed. */
const fullDiskCheckMs = 2_500;

/**
 * Opens the embedded database in `dataDir/database`, with commits that reach the disk. Creates it where there is none,
 * which takes some seconds. When the disk gets full, writes fail with the code 25006 until there is space again, and reads
 * go on. Throws FolderInUseError while another process has it open, and DiskFullError.
 */
export async function openEmbedded(
  dataDir: string,
  { checkMs = fullDiskCheckMs, onStatement }: { checkMs?: number; onStatement?: OnStatement } = {},
): Promise<{ db: Db; close(): Promise<void> }> {
  const folder = join(dataDir, 'database');
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(folder);
  try {
    const reserve = new DiskReserve(`${folder}.reserve`);
    if (!existsSync(folder)) await createDatabase(folder);
    // A killed process may leave an empty file, which would prevent every later start. It is ours: we hold the lock.
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    const pglite = await PGlite.create(durableOptions(folder, () => reserve.release()));
    const db = openKysely(pglite, onStatement);
    const stopGuard = rejectWritesWhenFull(pglite, reserve, checkMs);
    const stopUpkeep = startUpkeep(db, () => reserve.isHeld);
    const close = async () => {
      stopUpkeep();
      stopGuard();
      // Statements run in the order of their calls, so all earlier ones have ended when this one has.
      await sql`select 1`.execute(db).catch(() => {});
      // Closing writes to the log. Without space for that the database recovers at its next start, as after a kill.
      if (reserve.restore()) await pglite.close();
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

const instances = new WeakMap<Db, PGlite>();

function openKysely(pglite: PGlite, onStatement?: OnStatement): Db {
  const db = createKysely(
    new QueuedPGliteDialect({ pglite, onCreateConnection: prepareOnPglite }),
    onStatement,
  );
  instances.set(db, pglite);
  return db;
}

/** Listens to a channel of the embedded database, which no other process writes. Returns the function that ends this. */
export async function listenOnPglite(
  db: Db,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<() => Promise<void>> {
  const pglite = instances.get(db);
  if (!pglite) throw new Error('This database was not opened by openEmbedded or openInMemory.');
  return pglite.listen(channel, onNotify);
}

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

/**
 * Makes every later transaction read-only once the database has needed its reserve, until the reserve is restored. Returns
 * the function that ends this.
 */
function rejectWritesWhenFull(pglite: PGlite, reserve: DiskReserve, checkMs: number): () => void {
  let check: NodeJS.Timeout | undefined;
  const setReadOnly = (value: 'on' | 'off') =>
    void pglite.exec(`set default_transaction_read_only = ${value}`).catch(() => {});
  reserve.onRelease = () => {
    setReadOnly('on');
    check = setInterval(() => {
      if (!reserve.restore()) return;
      clearInterval(check);
      setReadOnly('off');
    }, checkMs).unref();
  };
  // The start itself may have needed the reserve.
  if (!reserve.isHeld) reserve.onRelease();
  return () => clearInterval(check);
}

function durableOptions(folder: string, onFull?: () => boolean): PGliteOptions {
  return { fs: new DurableNodeFS(folder, onFull), startParams: durableStartParams, parsers: valueTypes };
}
