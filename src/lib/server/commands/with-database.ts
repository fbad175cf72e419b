import { BackupError } from '#lib/server/backup/backup-files.ts';
import { type Config, ConfigError, readConfig } from '#lib/server/config.ts';
import { MoveError } from '#lib/server/db/copy-rows.ts';
import { type Db, FolderInUseError, isUnavailable, openDatabase } from '#lib/server/db/index.ts';

/** Runs one command on the configured database and ends the process: 1 and a sentence where it failed. */
export async function withDatabase(command: (db: Db, config: Config) => Promise<string>): Promise<void> {
  try {
    const config = readConfig();
    const database = await openDatabase(config);
    try {
      console.log(await command(database.db, config));
    } finally {
      await database.close();
    }
  } catch (error) {
    reportFailure(error);
  }
}

/** Prints why a command failed, and makes the process end with 1. */
export function reportFailure(error: unknown): void {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

const expected = [ConfigError, FolderInUseError, BackupError, MoveError];

function sentenceFor(error: unknown): unknown {
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  if (isUnavailable(error))
    return 'The database of DATABASE_URL does not answer. Is it running, and is the address right?';
  return error;
}
