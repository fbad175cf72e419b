import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#lib/server/config.ts';

/**
 * Deletes resized pictures that were not shown for `idleDays`; without it, all of them. Their names do not say whose they are, and
 * the cache makes them again where the original still exists.
 */
export async function clearImageCache({ dataDir }: Pick<Config, 'dataDir'>, idleDays = 0): Promise<void> {
  const folder = join(dataDir, 'images');
  const before = Date.now() - idleDays * 86_400_000;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (!file?.isFile() || (idleDays > 0 && file.mtimeMs > before)) continue;
    await rm(path, { force: true });
  }
}
