import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Db, migrate, openDatabase } from '#lib/server/db/index.ts';
import { seedJobs } from '#lib/server/demo/jobs.ts';
import { createTestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase, travel } from '../../support/database.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';

import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { findHeader, startMailServer } from '../../support/messages/mail-server.ts';

/** The undo of a staff action while processes are killed: its messages are sent once or never. [API-42] */

const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-undo-'));
const mailServer = await startMailServer();
const hasServer = inject('databaseUrl' as never) !== undefined;
const claimSeconds = 121;
let onPostgres: TestDatabase | null = null;
let cookie: string;
let applicationIds: string[];
let running: KillableApi | undefined;

/** Runs `act` on the database while no process of the API has it: the embedded one serves one process at a time. */
async function withDatabase<T>(act: (db: Db) => Promise<T>): Promise<T> {
  if (onPostgres) return act(onPostgres.db);
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  try {
    await migrate(db);
    return await act(db);
  } finally {
    await close();
  }
}

const candidates = 6;

beforeAll(async () => {
  if (hasServer) onPostgres = await ownDatabase();
  await withDatabase(async (db) => {
    const test = createTestApi(db, dataDir);
    await seedJobs(db);
    const { visitor } = await signUpStaff(test);
    cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { id: jobId } = await requireJobBySlug(db, 'voice-support-associate-cl13');
    const users = await insertManyCandidates(db, candidates);
    applicationIds = await insertApplications(
      db,
      users.map((userId) => ({ userId, jobId })),
    );
    await test.messages.close();
    await db.deleteFrom('outbox').execute();
  });
}, 180_000);

afterEach(async () => {
  await running?.kill();
  mailServer.onMail = async () => null;
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await mailServer.close();
  await onPostgres?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<KillableApi> {
  running = await startKillableApi({
    DATA_DIR: dataDir,
    DATABASE_URL: onPostgres?.url ?? '',
    SECRET_KEY: 'a test key that is thirty-two characters long',
    SITE_ORIGIN: 'https://localhost',
    MESSAGES: 'live',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@liftoff.example',
  });
  return running;
}

async function post({ origin }: KillableApi, path: string, body: object): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json', origin: 'https://localhost' };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const move = (api: KillableApi, id: string | undefined, body: object): Promise<Response> =>
  post(api, '/api/v1/staff/job-applications/move/', { application_ids: [id], ...body });
const rejection = { action: 'REJECT', reason_code: 'OTHER' };

/** Rejects one application and returns the path that undoes it. */
async function reject(api: KillableApi, id: string | undefined): Promise<string> {
  const response = await move(api, id, rejection);
  expect([response.status, await response.json()]).toMatchObject([200, { moved: 1 }]);
  const undoable = await fetch(`${api.origin}/api/v1/staff/actions/undoable/`, { headers: { cookie } });
  const { action } = (await undoable.json()) as { action: { id: string } };
  return `/api/v1/staff/actions/${action.id}/undo/`;
}

const statusOf = (db: Db, id: string | undefined) =>
  db
    .selectFrom('jobApplication')
    .select('status')
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()
    .then(({ status }) => status);

/** Waits until no email is queued, and returns the Message-IDs of those that arrived. */
async function waitForEmails(count: number): Promise<(string | null)[]> {
  await vi.waitFor(() => expect(mailServer.mails.length).toBeGreaterThanOrEqual(count), {
    timeout: 30_000,
    interval: 50,
  });
  await running?.stop();
  return mailServer.mails.map((mail) => findHeader(mail, 'Message-ID'));
}

it('[API-42] kill -9 within the ten seconds: the next process sends the message once', async () => {
  const [id] = applicationIds;
  const first = await start();
  await reject(first, id);
  await first.kill();
  expect(mailServer.mails).toEqual([]);
  await withDatabase(async (db) => {
    expect(await statusOf(db, id)).toBe('NOT_SELECTED');
    await endUndoTime(db);
  });
  await start();
  expect(await waitForEmails(1)).toHaveLength(1);
}, 180_000);

it('[API-42] kill -9 while the message is handed over: it is sent again as the same message', async () => {
  const [, id] = applicationIds;
  const first = await start();
  await reject(first, id);
  await first.kill();
  await withDatabase(endUndoTime);
  const second = await start();
  let dying: Promise<void> | undefined;
  mailServer.onMail = async () => {
    dying ??= second.kill();
    await dying;
    return null;
  };
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 30_000, interval: 50 });
  await dying;
  await withDatabase((db) => travel(db, claimSeconds));
  await start();
  expect(new Set(await waitForEmails(2)).size).toBe(1);
}, 180_000);

it('[API-42] kill -9 during an undo: it is undone and nothing is sent, or it stays and is sent once', async () => {
  const [, , id] = applicationIds;
  const first = await start();
  const undo = post(first, await reject(first, id), {});
  await Promise.allSettled([undo, first.kill()]);
  const status = await withDatabase(async (db) => {
    await endUndoTime(db);
    return statusOf(db, id);
  });
  await start();
  if (status === 'NOT_SELECTED') expect(await waitForEmails(1)).toHaveLength(1);
  else {
    await running?.stop();
    const queued = await withDatabase((db) =>
      db
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'QUEUED')
        .where('medium', '=', 'EMAIL')
        .execute(),
    );
    expect([status, queued, mailServer.mails]).toEqual(['SUBMITTED', [], []]);
  }
}, 180_000);

/** Ends the ten seconds of both changes, and expects one email, about the change that stands. */
async function expectOneEmail(id: string | undefined): Promise<void> {
  const status = await withDatabase(async (db) => {
    await endUndoTime(db);
    return statusOf(db, id);
  });
  await start();
  await waitForEmails(1);
  const subject = status === 'SHORTLISTED' ? 'You are on the shortlist' : 'About your application';
  expect(mailServer.mails.map((mail) => findHeader(mail, 'Subject'))).toEqual([subject]);
  await withDatabase(async (db) => {
    const waiting = db.selectFrom('outbox').select('id').where('status', '=', 'QUEUED');
    expect(await waiting.where('medium', '=', 'EMAIL').execute()).toEqual([]);
  });
}

it('[API-42] kill -9 during a later change: one message is sent, about the change that stands', async () => {
  const [, , , id] = applicationIds;
  const first = await start();
  await move(first, id, { action: 'SHORTLIST' });
  await Promise.allSettled([move(first, id, rejection), first.kill()]);
  await expectOneEmail(id);
}, 180_000);

it('[API-42] kill -9 during the undo of a later change: one message is sent, about the change that stands', async () => {
  const [, , , , id] = applicationIds;
  const first = await start();
  await move(first, id, { action: 'SHORTLIST' });
  const undo = post(first, await reject(first, id), {});
  await Promise.allSettled([undo, first.kill()]);
  await expectOneEmail(id);
}, 180_000);

it('[API-42] kill -9 while an earlier message is handed over and a later change comes: it is not sent after the later one', async () => {
  const id = applicationIds[5];
  const first = await start();
  await move(first, id, { action: 'SHORTLIST' });
  await first.kill();
  await withDatabase(endUndoTime);
  const second = await start();
  let dying: Promise<void> | undefined;
  mailServer.onMail = async () => {
    dying ??= move(second, id, rejection).then(() => second.kill());
    await dying;
    return null;
  };
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 30_000, interval: 50 });
  await dying;
  await withDatabase((db) => travel(db, claimSeconds));
  await start();
  await waitForEmails(2);
  expect(mailServer.mails.map((mail) => findHeader(mail, 'Subject'))).toEqual([
    'You are on the shortlist',
    'About your application',
  ]);
  const replaced = (db: Db) =>
    db.selectFrom('outbox').select('medium').where('status', '=', 'REPLACED').execute();
  expect(await withDatabase(replaced)).toContainEqual({ medium: 'EMAIL' });
}, 180_000);
