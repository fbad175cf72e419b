import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase, travel } from '../../support/database.ts';
import { insertLearners } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';

/** Reminders of an event while processes are killed: every registrant gets each of them once. [API-20] */

const hasServer = inject('databaseUrl' as never) !== undefined;
const people = 150;
const hour = 3600;
const root = join(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-reminders-'));
let database: TestDatabase;
let test: TestApi;

beforeAll(async () => {
  if (!hasServer) return;
  database = await ownDatabase();
  test = createTestApi(database.db, dataDir);
  // The messages stay in the outbox.
  await test.messages.close();
});

afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function startProcess(): ChildProcess {
  const file = join(root, 'tests/support/reminder-process.ts');
  const imports = ['--import', join(root, 'scripts/vite-imports.mjs')];
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...imports, file], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', MESSAGES: 'inbox', SITE_ORIGIN: 'https://localhost' },
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url ?? '' },
      SECRET_KEY: 'a test key that is thirty-two characters long',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const countReminders = async (): Promise<number> => {
  const rows = await test.db
    .selectFrom('outbox')
    .select('id')
    .where('sender', '=', 'event-reminder')
    .execute();
  return rows.length;
};

/** Runs two processes, kills one after some reminders, and starts another, until all have ended. */
async function remindWithKill(before: number): Promise<void> {
  const [first, second] = [startProcess(), startProcess()];
  await vi.waitFor(async () => expect(await countReminders()).toBeGreaterThan(before + 20), {
    ...{ timeout: 60_000, interval: 20 },
  });
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await countReminders()).toBeLessThan(before + people * 2);
  const third = startProcess();
  await Promise.all([second, third].map((child) => child.exitCode ?? once(child, 'exit')));
}

it.skipIf(!hasServer)(
  '[API-20] kill -9 while two processes send reminders: everybody gets each reminder once on each channel',
  async () => {
    const startsAt = new Date(Date.now() + 30 * hour * 1000);
    const { id } = await insertEvent(test.db, { startsAt, capacity: null });
    for (const { visitor } of await insertLearners(test, people))
      expect((await visitor.call(`POST /api/v1/live-events/${id}/register/`, {})).status).toBe(200);
    await travel(test.db, 7 * hour);
    await remindWithKill(0);
    await travel(test.db, 22 * hour + 60);
    await remindWithKill(people * 2);
    const rows = await test.db
      .selectFrom('outbox')
      .select(['userId', 'medium', 'dedupeKey'])
      .where('sender', '=', 'event-reminder')
      .execute();
    expect(rows).toHaveLength(people * 4);
    const perPerson = Map.groupBy(rows, ({ userId, medium }) => `${userId} ${medium}`);
    expect([...perPerson.values()].every((own) => own.length === 2)).toBe(true);
  },
  240_000,
);
