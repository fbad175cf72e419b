// @ts-check
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root, runCommand } from './run.mjs';

/** The files and folders that a build reads. */
export const sources = [
  'src',
  'public',
  'scripts/compact-server.ts',
  'scripts/omit-unused.ts',
  'scripts/precompress.ts',
  'scripts/service-worker.ts',
  'scripts/third-party-policy.ts',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const current = join(root, 'dist');
const builds = join(root, 'builds');
const record = 'built-from.txt';
/** Older builds are removed. A server may still run from one of these. */
const maxBuilds = 3;

/**
 * Builds the site, unless `dist` was built from the same sources and settings. Ends the process when the build fails.
 */
export async function buildIfChanged() {
  const path = join(current, record);
  if (existsSync(path) && readFileSync(path, 'utf8') === computeFingerprint()) return;
  console.log('Building the site …');
  const code = await build('quiet');
  if (code) process.exit(code);
}

/**
 * Builds the site into a folder of its own and records a fingerprint of its sources; `dist` leads to it once it is whole. A running
 * server keeps the files of its build.
 * @param {'inherit' | 'quiet'} output @returns {Promise<number>} the exit code
 */
export async function build(output) {
  const fingerprint = computeFingerprint();
  const folder = join(builds, `${new Date().toISOString().replaceAll(/\D/g, '')}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const code = await runCommand('node', ['scripts/astro.mjs', 'build', '--outDir', folder], {}, output);
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return code;
  }
  writeFileSync(join(folder, record), fingerprint);
  swapIn(folder);
  return 0;
}

/** Lets `dist` lead to a build, in one step, and removes old builds. @param {string} folder */
function swapIn(folder) {
  const next = `${folder}.link`;
  symlinkSync(folder, next, 'junction');
  const before = lstatSync(current, { throwIfNoEntry: false });
  // A build of an earlier version is a folder. A link cannot take its place, so it moves to the others.
  if (before && !before.isSymbolicLink()) renameSync(current, join(builds, '0'));
  renameSync(next, current);
  const old = readdirSync(builds).filter((name) => !name.endsWith('.link'));
  for (const name of old.toSorted().slice(0, -maxBuilds))
    rmSync(join(builds, name), { recursive: true, force: true });
}

/** Returns a hash of all sources and of the settings that end up in a build. */
function computeFingerprint() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => listFiles(name)).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  const settings = Object.entries(process.env).filter(
    ([name]) => name === 'MEDIA_HOST' || name.startsWith('PUBLIC_'),
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
