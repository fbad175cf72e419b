import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase, travel } from '../../support/database.ts';
import { applications, insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, insertTrainees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { findHeader, type MailServer, startMailServer } from '../../support/messages/mail-server.ts';
import { isSoak } from '../../support/soak.ts';

/** Reminders from two processes on one PostgreSQL, of which one is killed in between: each goes out once. [API-42, API-43] */

const slug = 'inside-sales-associate-cl13';
const script = join(import.meta.dirname, '../../support/hiring/reminder-process.ts');
const interviews = isSoak ? 60 : 6;
const trainings = isSoak ? 20 : 2;
const people = interviews + trainings;
/** How often a process is killed while it sends the reminders of one time. */
const kills = isSoak ? 4 : 1;
const hour = 3600;
/** After this time, another process delivers the messages that a dead one had claimed. */
const claimSeconds = 121;

describe.runIf(inject('databaseUrl' as never) !== undefined)('reminders of two processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-reminders-'));
  const running = new Set<KillableApi>();
  let mailServer: MailServer;
  let database: TestDatabase;
  let test: TestApi;

  beforeAll(async () => {
    mailServer = await startMailServer();
    database = await ownDatabase();
    test = createTestApi(database.db, dataDir);
    await restoreJobs(test.db);
    const slot = await insertSlot(test.db, slug, { inMinutes: 48 * 60, capacity: interviews });
    for (const { visitor, id } of await insertInterviewees(test, slug, interviews)) {
      const call = `POST ${applications}${id}/reschedule-interview/`;
      expect((await visitor.call(call, { slot_id: slot })).status).toBe(200);
    }
    const batch = await insertBatch(test.db, slug, { inMinutes: 48 * 60, capacity: trainings });
    await insertTrainees(test, slug, trainings, batch);
    await test.messages.close();
    await test.db.deleteFrom('outbox').execute();
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...running].map((one) => one.kill()));
    await mailServer?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<KillableApi> {
    const started = await startKillableApi(
      {
        ...{ DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', MESSAGES: 'live' },
        ...{ SECRET_KEY: 'a test key that is thirty-two characters long', SITE_ORIGIN: 'https://localhost' },
        ...{ SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', SMTP_URL: mailServer.url },
        MAIL_FROM: 'hello@liftoff.example',
      },
      script,
    );
    running.add(started);
    return started;
  }

  const countSent = async () => (await test.db.selectFrom('reminder').select('topic').execute()).length;
  const waitFor = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

  /** Travels to the time of a reminder while two processes run, and kills one of them again and again before all are sent. */
  async function sendAll(seconds: number, before: number): Promise<void> {
    await travel(test.db, seconds);
    while (running.size < 2) await start();
    let [victim] = running;
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = before + Math.floor((people * kill) / (kills + 1));
      await waitFor(async () => expect(await countSent()).toBeGreaterThanOrEqual(target));
      await victim?.kill();
      if (victim) running.delete(victim);
      victim = await start();
    }
    await waitFor(async () => expect(await countSent()).toBe(before + people));
  }

  const listEmails = () =>
    test.db
      .selectFrom('outbox')
      .select(['recipient', 'subject'])
      .where('kind', '=', 'reminder')
      .where('medium', '=', 'EMAIL')
      .execute();

  it('[API-43] [API-42] [C-41] go out once each, a day and an hour before, though one process dies by kill -9', async () => {
    await sendAll(24 * hour + 60, 0);
    const first = await listEmails();
    expect([first.length, new Set(first.map(({ recipient }) => recipient)).size]).toEqual([people, people]);
    await sendAll(23 * hour, people);
    const all = await listEmails();
    const perPerson = Map.groupBy(all, ({ recipient }) => recipient);
    expect(all).toHaveLength(2 * people);
    expect([...perPerson.values()].every((emails) => emails.length === 2)).toBe(true);
    const sent = await test.db.selectFrom('reminder').select(['subjectId', 'minutesBefore']).execute();
    for (const minutes of [24 * 60, 60]) {
      const subjects = sent.filter(({ minutesBefore }) => minutesBefore === minutes);
      expect(new Set(subjects.map(({ subjectId }) => subjectId)).size).toBe(people);
    }

    // What a killed process had claimed is delivered by the next one. A repeated delivery is the same message.
    await travel(test.db, claimSeconds);
    const sentIds = () => new Set(mailServer.mails.map((mail) => findHeader(mail, 'Message-ID')));
    await waitFor(async () => expect(sentIds().size).toBe(2 * people));
    const received = Map.groupBy(mailServer.mails, ({ to }) => to[0]);
    expect(received.size).toBe(people);
    for (const mails of received.values())
      expect(new Set(mails.map((mail) => findHeader(mail, 'Message-ID'))).size).toBe(2);
  }, 180_000);
});
