import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the code files under a folder as paths from the project's root with forward slashes. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
}
