import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './open.ts';

/**
 * Copies the files of the embedded database in `dataDir` to `target`, which may not exist, while it is open. Statements that come
 * meanwhile wait. It writes to its files only while it runs a statement, so nothing changes during the copy, which holds every
 * commit before it and none after it. Returns for how many milliseconds statements had to wait.
 */
export async function copyEmbedded(db: Db, dataDir: string, target: string): Promise<number> {
  const isWanted = (path: string) => basename(path) !== 'postmaster.pid';
  // PGlite has one connection, so an open transaction keeps everybody else out.
  return db.transaction().execute(async (trx) => {
    const startedAt = performance.now();
    await sql`checkpoint`.execute(trx);
    await cp(join(dataDir, 'database'), target, {
      recursive: true,
      filter: isWanted,
      // A file system that can shares the blocks instead of copying them.
      mode: constants.COPYFILE_FICLONE,
    });
    return performance.now() - startedAt;
  });
}
