// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runCommand } from './run.mjs';

/** The files and folders that a build reads. */
const sources = [
  'src',
  'public',
  'scripts/precompress.ts',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const record = join(root, 'dist', 'built-from.txt');

/**
 * Builds the site, unless `dist` was built from the same sources and settings. Ends the process when the build fails.
 */
export async function buildIfChanged() {
  if (existsSync(record) && readFileSync(record, 'utf8') === computeFingerprint()) return;
  console.log('Building the site …');
  const code = await build('quiet');
  if (code) process.exit(code);
}

/**
 * Builds the site and records a fingerprint of its sources.
 * @param {'inherit' | 'quiet'} output @returns {Promise<number>} the exit code
 */
export async function build(output) {
  const fingerprint = computeFingerprint();
  const code = await runCommand('node', ['scripts/astro.mjs', 'build'], {}, output);
  if (code === 0) writeFileSync(record, fingerprint);
  return code;
}

/** Returns a hash of all sources and of the settings that end up in a build. */
function computeFingerprint() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => listFiles(name)).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  const settings = Object.entries(process.env).filter(
    ([name]) => name === 'SITE_ORIGIN' || name === 'MEDIA_HOST' || name.startsWith('PUBLIC_'),
  );
  return hash.update(JSON.stringify(settings.sort())).digest('hex');
}

/** @param {string} name @returns {string[]} */
function listFiles(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [name];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}
