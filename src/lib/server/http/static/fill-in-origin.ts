import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { compressFully, type Encodings } from './compress-fully.ts';

/**
 * Stands for the site's origin in prerendered files, because one build serves at any origin: the server puts its own in their place
 * when it starts (docs/decisions/0050). The name can never be somebody's host (RFC 2606).
 */
export const originPlaceholder = 'https://site-origin.invalid';

/** Files that had the placeholder, by path, with the origin filled in. */
export type FilledFiles = ReadonlyMap<string, Encodings>;

const textEndings = new Set(['.html', '.txt', '.xml', '.json', '.webmanifest']);

/** Reads the files of a folder that have the placeholder, puts `origin` in its place, and compresses them as a build does. */
export async function fillInOrigin(folder: string, origin: string): Promise<FilledFiles> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && textEndings.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const filled = await Promise.all(
    paths.map(async (path): Promise<[string, Encodings][]> => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(originPlaceholder)) return [];
      return [[path, await compressFully(Buffer.from(text.replaceAll(originPlaceholder, origin)))]];
    }),
  );
  return new Map(filled.flat());
}
