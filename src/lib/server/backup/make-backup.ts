import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#lib/server/config.ts';
import { copyEmbedded } from '#lib/server/db/copy-embedded.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  BackupError,
  copyNewFiles,
  type Manifest,
  manifestName,
  syncAndHash,
  syncEntries,
  unlessMissing,
} from './backup-files.ts';

export interface BackupDeps {
  db: Db;
  config: Pick<Config, 'dataDir' | 'mediaStore'>;
}

/** What a backup holds, and for how many milliseconds the database answered nobody. */
export interface BackupSummary {
  files: number;
  waitMs: number;
}

/**
 * Copies the open embedded database, the uploads on this disk and the development key to `folder`, which may not exist. Until the
 * backup is complete and on the disk it has another name, so that an interrupted one is never taken for a whole one. Throws a
 * BackupError when the folder exists.
 */
export async function makeBackup({ db, config }: BackupDeps, folder: string): Promise<BackupSummary> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already. Name a new folder.`);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const copyFiles = async () => {
      if (config.mediaStore === 'disk')
        await copyNewFiles(join(config.dataDir, 'media'), join(draft, 'media'));
    };
    // Uploads are stored before their rows and deleted after them. What is copied before the database is there even when it is
    // deleted meanwhile, and what is added meanwhile comes with the second round.
    await copyFiles();
    const waitMs = await copyEmbedded(db, config.dataDir, join(draft, 'database'));
    await copyFiles();
    await copyFile(join(config.dataDir, 'secret-key'), join(draft, 'secret-key')).catch(unlessMissing);
    const files = await syncAndHash(draft);
    const media = config.mediaStore === 'disk' ? 'disk' : 'bucket';
    const manifest: Manifest = { madeAt: new Date().toISOString(), media, files };
    await writeFile(join(draft, manifestName), JSON.stringify(manifest), { flush: true });
    await rename(draft, folder);
    await syncEntries(dirname(folder));
    return { files: Object.keys(files).length, waitMs: Math.round(waitMs) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
