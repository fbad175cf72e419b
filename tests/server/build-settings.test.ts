import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sources } from '../../scripts/build-if-changed.mjs';

/** A project whose Astro writes the settings that it gets, and whose server only says that it serves. */
function createProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'liftoff-build-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['scripts', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
  const commands = join(folder, 'node_modules/.bin');
  mkdirSync(commands, { recursive: true });
  const astro =
    '#!/bin/sh\n[ "$3" ] && cd "$3"\necho "$MEDIA_HOST $PUBLIC_TAG_MANAGER_ID $PORT" > settings.txt\n';
  writeFileSync(join(commands, 'astro'), astro, { mode: 0o755 });
  writeFileSync(join(folder, 'server.mjs'), "console.log('serving');\n");
  return folder;
}

test('[APP-03] builds of `npm run build` and `npm start`, and `npm run dev`, have the settings of .env, and another SITE_ORIGIN needs no other build', () => {
  const folder = createProject();
  const run = (script: string, env: Record<string, string> = {}, ...args: string[]) =>
    execFileSync(process.execPath, [`scripts/${script}.mjs`, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  const write = (host: string) =>
    writeFileSync(join(folder, '.env'), `MEDIA_HOST=${host}\nPUBLIC_TAG_MANAGER_ID=GTM-1\nPORT=8001\n`);
  const built = () => readFileSync(join(folder, 'dist/settings.txt'), 'utf8');

  write('https://media.example');
  run('build');
  expect(built()).toBe('https://media.example GTM-1 8001\n');
  expect(run('start', { SITE_ORIGIN: 'https://other.example' })).toBe('serving\n');

  write('https://files.example');
  expect(run('start')).toBe('Building the site …\nserving\n');
  expect(built()).toBe('https://files.example GTM-1 8001\n');

  run('astro', {}, 'dev');
  expect(readFileSync(join(folder, 'settings.txt'), 'utf8')).toBe(built());
});

test('a change of what the build imports counts as a change of the sources', () => {
  const config = readFileSync('astro.config.mjs', 'utf8');
  const imported = [...config.matchAll(/from '\.\/(scripts\/[\w-]+\.ts)'/g)].map(([, path]) => path);
  expect(imported.length).toBeGreaterThan(3);
  expect(sources).toEqual(expect.arrayContaining(imported));
});
