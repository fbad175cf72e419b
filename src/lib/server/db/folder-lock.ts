import { DatabaseSync } from 'node:sqlite';
import { DiskFullError } from './disk-reserve.ts';

/** Thrown when another process has the embedded database open. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another process has the database in ${folder} open. Stop it first, or give this one another DATA_DIR ` +
        '(or a DATABASE_URL: many processes may share a PostgreSQL).',
    );
    this.name = 'FolderInUseError';
  }
}

const sqliteErrors = { busy: 5, full: 13 };

/**
 * Locks `folder` for this process. Node has no file locks, but SQLite uses the kernel's, which end with the process
 * however it ends, so there are no stale locks. Throws FolderInUseError and DiskFullError.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(`${folder}.lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === sqliteErrors.busy) throw new FolderInUseError(folder);
    throw errcode === sqliteErrors.full ? new DiskFullError(error) : error;
  }
  return { release: () => lock.close() };
}
