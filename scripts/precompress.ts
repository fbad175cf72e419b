import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { compressFully } from '../src/lib/server/http/static/compress-fully.ts';
import { originPlaceholder } from '../src/lib/server/http/static/fill-in-origin.ts';
import { compressible, mediaTypes } from '../src/lib/server/http/static/media-types.ts';

/**
 * Writes a `.br` and a `.gz` beside each built file that gets smaller, so that no request has to compress it. Files with the
 * placeholder of the origin are compressed when a server starts.
 */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: { 'astro:build:done': async ({ dir }) => compressFolder(fileURLToPath(dir)) },
  };
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && compressible.test(mediaTypes[extname(entry.name)] ?? ''),
  );
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path);
  if (body.includes(originPlaceholder)) return;
  const { br, gzip } = await compressFully(Buffer.from(body));
  await Promise.all([br && writeFile(`${path}.br`, br), gzip && writeFile(`${path}.gz`, gzip)]);
}
