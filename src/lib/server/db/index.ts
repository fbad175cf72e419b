import type { Config } from '#lib/server/config.ts';
import type { Db, OnStatement } from './open.ts';
import { openPostgres } from './postgres.ts';

export { waitForDatabase } from './connections/wait-for-database.ts';
export { DiskFullError, isDiskFull } from './disk-reserve.ts';
export { isConstraintViolation, isOutage, isUnavailable, isUniqueViolation } from './errors.ts';
export { FolderInUseError } from './folder-lock.ts';
export { listen } from './listen.ts';
export { migrate } from './migrate.ts';
export type { Db, EndedStatement } from './open.ts';
export { countConnections, openWithoutTimeouts, withoutTimeouts } from './postgres.ts';
export { executePrepared } from './prepared.ts';
export { runAtomically, runRolledBack } from './rolled-back.ts';

export interface Database {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Closes once running statements have ended. Further calls do nothing. */
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL where there is a `databaseUrl`, else the embedded database in `dataDir`. Both have one dialect, so no
 * other code knows which one it is. Does not migrate.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onStatement?: OnStatement,
): Promise<Database> {
  const opened = config.databaseUrl
    ? openPostgres(config.databaseUrl, onStatement)
    : // Its code would take memory beside PostgreSQL.
      await (await import('./embedded.ts')).openEmbedded(config.dataDir, onStatement && { onStatement });
  let closing: Promise<void> | undefined;
  return {
    db: opened.db,
    kind: config.databaseUrl ? 'postgres' : 'pglite',
    close: () => {
      closing ??= opened.close();
      return closing;
    },
  };
}
