import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase } from '../../support/database.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';

/** Certificates of a file while the process is killed. A second process can look at the database, so it needs PostgreSQL. */

const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-import-'));
const hasServer = inject('databaseUrl' as never) !== undefined;
const people = 500;
const csv = `name,email,title\n${Array.from({ length: people }, (_, at) => `Holder ${at},holder${at}@example.com,Bootcamp\n`).join('')}`;
let database: TestDatabase;
let cookie: string;
let running: KillableApi | undefined;

beforeAll(async () => {
  if (!hasServer) return;
  database = await ownDatabase();
  const test = createTestApi(database.db, dataDir);
  const { visitor } = await signUpStaff(test);
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await test.messages.close();
}, 60_000);

afterEach(() => running?.kill());

afterAll(async () => {
  if (hasServer) await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<KillableApi> {
  running = await startKillableApi({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url ?? '',
    SECRET_KEY: 'a test key that is thirty-two characters long',
    SITE_ORIGIN: 'https://localhost',
  });
  return running;
}

const importFile = ({ origin }: KillableApi) =>
  fetch(`${origin}/api/v1/staff/certificates/import/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: 'https://localhost' },
    body: JSON.stringify({ csv, is_preview: false }),
  });

const countIssued = async () => {
  const rows = await database.db.selectFrom('certificate').select('holderEmail').execute();
  expect(new Set(rows.map(({ holderEmail }) => holderEmail)).size).toBe(rows.length);
  return rows.length;
};

it.skipIf(!hasServer)(
  '[API-52] [C-42] kill -9 in the middle of 500 certificates: the same file issues the rest, each once, and each holder is notified once',
  async () => {
    const first = await start();
    const cut = importFile(first).catch(() => 'cut off');
    await vi.waitFor(async () => expect(await countIssued()).toBeGreaterThan(20), {
      timeout: 30_000,
      interval: 5,
    });
    await first.kill();
    expect(await cut).toBe('cut off');
    const before = await countIssued();
    expect(before).toBeLessThan(people);

    const second = await start();
    const [response, repeated] = await Promise.all([importFile(second), importFile(second)]);
    const counts = [await response.json(), await repeated.json()] as { count: number }[];
    expect(counts.reduce((sum, { count }) => sum + count, before)).toBe(people);
    expect(await countIssued()).toBe(people);
    const versions = await database.db.selectFrom('certificateVersion').select('id').execute();
    const messages = await database.db
      .selectFrom('outbox')
      .select('recipient')
      .where('kind', '=', 'certificate')
      .execute();
    const recipients = new Set(messages.map(({ recipient }) => recipient));
    expect([versions.length, messages.length, recipients.size]).toEqual([people, people, people]);
  },
  120_000,
);
