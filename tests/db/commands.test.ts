import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { ownDatabase } from '../support/database.ts';

const root = join(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-commands-'));
const database = inject('databaseUrl') ? await ownDatabase() : null;

afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true });
});

async function run(script: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', script), ...args], {
    cwd: root,
    env,
  });
  return stdout.trim();
}

it('npm run seed fills an empty database, and npm run staff lists who may work there', async () => {
  expect(await run('seed.mjs')).toMatch(/^The demonstration data is in\. Sign in with \+91/);
  expect(await run('staff.mjs', 'list')).toContain('+91');
}, 60_000);
