import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';

/** Thrown with a sentence for the operator when a backup cannot be made or restored. */
export class BackupError extends Error {}

/** The parts of `DATA_DIR` that are in a backup. The image cache and unfinished uploads are not worth one. */
export const parts = ['database', 'media', 'secret-key'] as const;
export const manifestName = 'backup.json';

/** What `backup.json` says: the SHA-256 of each file, by its path with slashes. */
const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  media: z.enum(['disk', 'bucket']),
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Reads the manifest of a backup. Throws a BackupError where there is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a complete backup: it has no ${manifestName}.`);
  });
  return manifestSchema.parse(JSON.parse(text));
}

/** Lists all files below a folder; none where it does not exist. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing);
  return (entries ?? []).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Copies the files that `target` does not have yet. One that is deleted meanwhile is left out. */
export async function copyNewFiles(folder: string, target: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    // The store renames a file when it is whole.
    if (path.endsWith('.part')) continue;
    const place = join(target, relative(folder, path));
    await mkdir(dirname(place), { recursive: true });
    await copyFile(path, place, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch((error) => {
      if (error.code !== 'EEXIST') unlessMissing(error);
    });
  }
}

/** Writes all files of a folder to the disk, and returns the SHA-256 of each by its path with slashes. */
export async function syncAndHash(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const folders = new Set([folder]);
  for (const path of await listFiles(folder)) {
    const file = await open(path, 'r+');
    try {
      const hash = createHash('sha256');
      for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
      await file.sync();
      hashes[relative(folder, path).split(sep).join('/')] = hash.digest('hex');
    } finally {
      await file.close();
    }
    folders.add(dirname(path));
  }
  for (const one of folders) await syncEntries(one);
  return hashes;
}

/** Writes a folder's own entries to the disk. */
export async function syncEntries(folder: string): Promise<void> {
  // Windows cannot open a folder and need not: NTFS journals its entries.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Returns null for an error that says that there is no such file; throws any other. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
