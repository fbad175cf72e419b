import { existsSync } from 'node:fs';
import { cp, lchown, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '#lib/server/db/folder-lock.ts';
import {
  BackupError,
  manifestName,
  parts,
  readManifest,
  syncAndHash,
  syncEntries,
  unlessMissing,
} from './backup-files.ts';

/** What was restored, and where the data that was there before is now; null where there was none. */
export interface Restored {
  madeAt: string;
  media: 'disk' | 'bucket';
  previous: string | null;
}

/**
 * Puts the backup in `folder` in the place of the database, the uploads and the development key of `dataDir`. The copy is compared
 * with the backup's checksums before anything is replaced, and what is replaced is kept beside it. Throws a BackupError when the
 * backup is incomplete or damaged, and FolderInUseError while a process has the database open.
 */
export async function restoreBackup(folder: string, dataDir: string): Promise<Restored> {
  const { madeAt, media, files } = await readManifest(folder);
  await mkdir(dataDir, { recursive: true });
  // Whoever may write there must not choose which file root opens.
  await requirePlain([join(dataDir, 'database.lock')]);
  const lock = lockFolder(join(dataDir, 'database'));
  const draft = join(dataDir, 'restoring');
  try {
    await rm(draft, { recursive: true, force: true });
    await cp(folder, draft, { recursive: true });
    await rm(join(draft, manifestName));
    await requirePlain(await listPaths(draft));
    await compare(await syncAndHash(draft), files);
    await changeOwner(dataDir, draft);
    const previous = await setAside(dataDir, media);
    for (const part of parts)
      if (existsSync(join(draft, part))) await rename(join(draft, part), join(dataDir, part));
    await syncEntries(dataDir);
    return { madeAt, media, previous };
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

const listPaths = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name));

/** Throws a BackupError for a path that is neither a file nor a folder: a link could lead to any file of this machine. */
async function requirePlain(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found = await lstat(path).catch(unlessMissing);
    if (found && !found.isFile() && !found.isDirectory())
      throw new BackupError(`${path} is neither a file nor a folder, so nothing was restored.`);
  }
}

/** Gives what root restores to the owner of `dataDir`: the server has a user of its own, which could not read it. */
async function changeOwner(dataDir: string, draft: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  for (const path of [join(dataDir, 'database.lock'), draft, ...(await listPaths(draft))])
    await lchown(path, uid, gid);
}

/** Throws a BackupError when a file is missing, damaged or of no backup. */
async function compare(found: Record<string, string>, expected: Record<string, string>): Promise<void> {
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  const damaged = [...names].filter((name) => found[name] !== expected[name]);
  if (damaged.length)
    throw new BackupError(
      `The backup is damaged, so nothing was restored. ${damaged.length} files differ from what it listed, such as ${damaged[0]}.`,
    );
}

/** Moves what a restore replaces to a folder of its own. Returns its path, or null where there is nothing. */
async function setAside(dataDir: string, media: 'disk' | 'bucket'): Promise<string | null> {
  const replaced = parts
    .filter((part) => part !== 'media' || media === 'disk')
    .filter((part) => existsSync(join(dataDir, part)));
  if (replaced.length === 0) return null;
  const place = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/\W/g, '-')}`);
  await mkdir(place, { mode: 0o700 });
  for (const part of replaced) await rename(join(dataDir, part), join(place, part));
  return place;
}
