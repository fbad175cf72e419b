import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { migrate, openDatabase } from '#lib/server/db/index.ts';
import { eventReminders } from '#lib/server/events/event-reminders.ts';
import { createReadinessCheck } from '#lib/server/readiness.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { ownDatabase, type TestDatabase, travel } from '../../support/database.ts';
import { insertLearners } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { openReadOnly } from '../../support/read-only.ts';

/** A database that reads and takes no writes, as after a failover to a standby. */

const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-read-only-'));
let database: TestDatabase;
let test: TestApi;

beforeAll(async () => {
  database = await ownDatabase();
  test = createTestApi(database.db, dataDir);
});
beforeEach(() => database.reset());
afterAll(async () => {
  await test.messages.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a check on the API of the same database while it takes no writes. */
async function whileReadOnly(check: (readOnly: TestApi) => Promise<void>): Promise<void> {
  const opened = await openReadOnly(database);
  const readOnly = createTestApi(opened.db, dataDir);
  try {
    await check(readOnly);
  } finally {
    await readOnly.messages.close();
    await opened.close();
  }
}

it('[C-40] people stay logged in and read, also after an hour, and a write is a 503 that stores nothing', async () => {
  const { visitor } = await signUpVerified(test);
  await travel(test.db, 2 * 3600);
  await whileReadOnly(async (readOnly) => {
    const { db, mediaStore } = readOnly;
    const reader = readOnly.visitor();
    for (const [name, value] of visitor.cookies) reader.cookies.set(name, value);
    expect(await reader.call('GET /api/v3/user/')).toMatchObject({
      status: 200,
      body: { user: { first_name: 'Asha' } },
    });
    const rejected = await reader.call('PATCH /api/v1/user/update/', { first_name: 'Meera' });
    expect(rejected).toMatchObject({
      status: 503,
      body: {
        error_code: 'SERVICE_UNAVAILABLE',
        field_errors: {},
        request_id: expect.any(String),
        retry_after: 5,
      },
    });
    expect(rejected.headers.get('retry-after')).toBe('5');
    // Visitors can read, so the process stays ready and says what is wrong.
    expect(await createReadinessCheck({ db, mediaStore })()).toMatchObject({
      is_ready: true,
      database: 'read-only',
    });
    // A process that starts now serves too.
    await migrate(db);
  });
  expect((await visitor.call('GET /api/v3/user/')).body.user.first_name).toBe('Asha');
});

it('[C-41] reminders end their round at the first person without a line for each, and go out when it takes writes again', async () => {
  const { id } = await insertEvent(test.db, {
    startsAt: new Date(Date.now() + 30 * 3_600_000),
    capacity: null,
  });
  for (const { visitor } of await insertLearners(test, 3))
    expect((await visitor.call(`POST /api/v1/live-events/${id}/register/`, {})).status).toBe(200);
  await travel(test.db, 7 * 3600);
  const lines: unknown[] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const log = { debug: write, info: write, warn: write, error: write } as never;
  const remind = ({ db, messages, config }: TestApi) =>
    sendDueReminders({ db, messages, config, log }, [eventReminders]);
  await whileReadOnly(async (readOnly) => {
    await expect(remind(readOnly)).rejects.toMatchObject({ code: '25006' });
  });
  expect(lines).toEqual([]);
  await remind(test);
  const sent = await test.db
    .selectFrom('outbox')
    .select('id')
    .where('sender', '=', 'event-reminder')
    .execute();
  expect(sent.length).toBeGreaterThanOrEqual(3);
});

it.runIf(inject('databaseUrl' as never))(
  '[C-40] after a failover a process connects anew, so that writes succeed with connections that began read-only',
  async () => {
    const name = new URL(database.url ?? '').pathname.slice(1);
    const setReadOnly = (value: string) =>
      // The pool may have opened this connection while the database was read-only.
      test.db
        .transaction()
        .setAccessMode('read write')
        .execute((trx) =>
          sql.raw(`alter database ${name} set default_transaction_read_only = ${value}`).execute(trx),
        );
    await setReadOnly('on');
    const { db, close } = await openDatabase({ databaseUrl: database.url, dataDir: '' });
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.02)`.execute(db)));
    const write = (key: string) =>
      db.insertInto('rateCounter').values({ key, count: 1, expiresAt: new Date() }).execute();
    await expect(write('one')).rejects.toMatchObject({ code: '25006' });
    await setReadOnly('off');
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(`after ${n}`)));
    await close();
  },
);
