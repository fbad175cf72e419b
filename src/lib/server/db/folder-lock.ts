import { DatabaseSync } from 'node:sqlite';

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

/**
 * Holds `folder` for this process. Node has no file locks of its own, SQLite takes them from the kernel, which
 * frees them when the holder dies, however it dies: there is no stale lock to clean up.
 * @throws FolderInUseError
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(`${folder}.lock`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const busy = 5;
    throw (error as { errcode?: number }).errcode === busy ? new FolderInUseError(folder) : error;
  }
  return { release: () => lock.close() };
}
