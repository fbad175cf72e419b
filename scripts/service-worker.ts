import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { listAssets } from '../src/lib/browser/offline/cache-rules.ts';

const workers = ['service-worker', 'service-worker-off'];

/**
 * Builds the service workers to files at the root of the site, because a worker sees the pages below its own address. The first one
 * gets the list of the shell's files and a version, the hash of the shell and the worker: a build that changes neither is no update.
 * [APP-01]
 */
export function serviceWorker(): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [emitWorkers] } });
      },
      'astro:build:done': ({ dir }) => addManifest(fileURLToPath(dir)),
    },
  };
}

const emitWorkers = {
  name: 'emit-service-workers',
  applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  buildStart(this: { emitFile(chunk: { type: 'chunk'; id: string; fileName: string }): string }) {
    for (const name of workers) {
      const id = fileURLToPath(new URL(`../src/lib/browser/offline/${name}.ts`, import.meta.url));
      this.emitFile({ type: 'chunk', id, fileName: `${name}.js` });
    }
  },
};

async function addManifest(folder: string): Promise<void> {
  const path = join(folder, 'service-worker.js');
  const [code, shell] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(join(folder, '_app/index.html'), 'utf8'),
  ]);
  const version = createHash('sha256').update(shell).update(code).digest('base64url').slice(0, 12);
  const files = await listWithImports(folder, listAssets(shell));
  await writeFile(path, `const shellManifest=${JSON.stringify({ version, files })};\n${code}`);
}

/** Returns the files and those that they import at their start. */
async function listWithImports(folder: string, files: readonly string[]): Promise<string[]> {
  const found = new Set(files);
  // A set also visits what is added meanwhile.
  for (const file of found) {
    if (!file.endsWith('.js')) continue;
    const code = await readFile(join(folder, file), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      found.add(`/_astro/${name}`);
  }
  return [...found];
}
