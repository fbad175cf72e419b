import { resolve } from 'node:path';
import { BackupError } from '#lib/server/backup/backup-files.ts';
import { restoreBackup } from '#lib/server/backup/restore-backup.ts';
import { readConfig } from '#lib/server/config.ts';
import { reportFailure } from './with-database.ts';

try {
  const { databaseUrl, dataDir } = readConfig();
  const [, , folder] = process.argv;
  if (!folder) throw new BackupError('Say which backup: npm run restore -- /backups/2026-11-24');
  if (databaseUrl)
    throw new BackupError(
      'DATABASE_URL is set: PostgreSQL is restored with pg_restore. docs/operations/data.md has the commands.',
    );
  const { madeAt, media, previous } = await restoreBackup(resolve(folder), dataDir);
  const lines = [
    `${dataDir} is as it was at ${madeAt}${media === 'disk' ? ', with its uploads' : ', without the uploads, which are in the bucket'}.`,
    ...(previous ? [`What it held before is in ${previous}. Delete that once you do not need it.`] : []),
  ];
  console.log(lines.join('\n'));
} catch (error) {
  reportFailure(error);
}
