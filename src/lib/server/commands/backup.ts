import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError } from '#lib/server/backup/backup-files.ts';
import { requestBackup } from '#lib/server/backup/backup-requests.ts';
import { type BackupSummary, makeBackup } from '#lib/server/backup/make-backup.ts';
import { type Config, readConfig } from '#lib/server/config.ts';
import { openDatabase } from '#lib/server/db/index.ts';
import { reportFailure } from './with-database.ts';

try {
  console.log(await backUp(readConfig(), process.argv[2]));
} catch (error) {
  reportFailure(error);
}

async function backUp(config: Config, target: string | undefined): Promise<string> {
  if (!target) throw new BackupError('Say where to: npm run backup -- /backups/2026-11-24');
  if (config.databaseUrl)
    throw new BackupError(
      'DATABASE_URL is set: PostgreSQL is backed up with pg_dump. docs/operations/data.md has the commands.',
    );
  const folder = resolve(target);
  const { files, waitMs } =
    (await requestBackup(config.dataDir, folder)) ?? (await backUpStopped(config, folder));
  const media = config.mediaStore === 'disk' ? 'uploads' : 'no uploads (they are in the bucket)';
  return `${folder} holds the database and ${media}: ${files} files. The database waited for ${waitMs} ms.`;
}

/** Makes the backup in this process, because no other one has the database open. */
async function backUpStopped(config: Config, folder: string): Promise<BackupSummary> {
  if (!existsSync(join(config.dataDir, 'database')))
    throw new BackupError(`There is no database in ${config.dataDir}. Set DATA_DIR as the server has it.`);
  const database = await openDatabase(config);
  try {
    return await makeBackup({ db: database.db, config }, folder);
  } finally {
    await database.close();
  }
}
