import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { compressible, mediaTypes } from '../src/lib/server/http/static/media-types.ts';

/** Writes a `.br` and a `.gz` beside each built file that gets smaller, so that no request has to compress it. */
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
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body, { level: 9 }),
  ]);
  await Promise.all([
    br.length < body.length && writeFile(`${path}.br`, br),
    gz.length < body.length && writeFile(`${path}.gz`, gz),
  ]);
}
