import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const run = (script: string, ...args: string[]) => runWith({}, script, ...args);

async function runWith(settings: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '', ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join('scripts', script), ...args], {
    cwd: root,
    env,
  });
  return stdout.trim();
}

it('npm run seed is refused in production, whose staff it would add to', async () => {
  const settings = {
    NODE_ENV: 'production',
    SECRET_KEY: 'a'.repeat(44),
    SMS_WEBHOOK_URL: 'https://sms.example/',
  };
  await expect(runWith(settings, 'seed.mjs')).rejects.toMatchObject({
    stdout: expect.stringMatching(/^NODE_ENV is prod/),
  });
});

it('npm run seed fills an empty database, and npm run staff lists who may work there', async () => {
  expect(await run('seed.mjs')).toMatch(/^The demonstration data is in\. Sign in with \+91/);
  expect(await run('staff.mjs', 'list')).toContain('+91');
}, 60_000);

it('[API-52] npm run certificates previews a file, issues it once, and names who is responsible', async () => {
  await run('seed.mjs');
  const file = join(dataDir, 'holders.csv');
  writeFileSync(file, 'name,title,email\nAsha,Spreadsheets,holder@example.com\n');
  const [phone = ''] = (await run('staff.mjs', 'list')).split(' ');
  expect(await run('certificates.mjs', 'preview', file, phone)).toContain('1 of 1 can be issued.');
  expect(await run('certificates.mjs', 'issue', file, phone)).toContain('1 of 1 issued.');
  expect(await run('certificates.mjs', 'issue', file, phone)).toContain('0 of 1 issued.');
  await expect(run('certificates.mjs', 'issue', file, '+910')).rejects.toThrow();
  await expect(run('certificates.mjs', 'issue', `${file}.none`, phone)).rejects.toMatchObject({
    stdout: `There is no file ${file}.none.\n`,
  });
}, 60_000);
