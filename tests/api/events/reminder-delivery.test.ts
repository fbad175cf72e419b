import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { ownDatabase, type TestDatabase, travel } from '../../support/database.ts';
import { insertLearners } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { findHeader, type MailServer, startMailServer } from '../../support/messages/mail-server.ts';
import { type SmsProvider, startSmsProvider } from '../../support/messages/sms-provider.ts';
import { isSoak } from '../../support/soak.ts';

/**
 * Reminders of an event as its registrants receive them, by a real mail server and an SMS provider, from two processes on one
 * PostgreSQL of which one is killed while it delivers. What it had claimed is delivered again after its lease, as the same
 * message with the same id, so that a mail program and the provider know it. [API-20]
 */

const script = join(import.meta.dirname, '../../support/hiring/reminder-process.ts');
const people = isSoak ? 150 : 30;
const hour = 3600;
/** After this time, another process delivers the messages that a dead one had claimed. */
const claimSeconds = 121;

describe.runIf(inject('databaseUrl' as never) !== undefined)('event reminders of two processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-reminder-delivery-'));
  const running = new Set<KillableApi>();
  let mailServer: MailServer;
  let provider: SmsProvider;
  let database: TestDatabase;
  let test: TestApi;

  beforeAll(async () => {
    [mailServer, provider] = await Promise.all([startMailServer(), startSmsProvider()]);
    database = await ownDatabase();
    test = createTestApi(database.db, dataDir);
    const startsAt = new Date(Date.now() + 30 * hour * 1000);
    const { id } = await insertEvent(test.db, { startsAt, capacity: null });
    for (const { visitor } of await insertLearners(test, people))
      expect((await visitor.call(`POST /api/v1/live-events/${id}/register/`, {})).status).toBe(200);
    await test.messages.close();
    await test.db.deleteFrom('outbox').execute();
  }, 60_000);

  afterAll(async () => {
    await Promise.all([...running].map((one) => one.kill()));
    await mailServer?.close();
    provider?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<KillableApi> {
    const started = await startKillableApi(
      {
        ...{ DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', MESSAGES: 'live' },
        ...{ SECRET_KEY: 'a test key that is thirty-two characters long', SITE_ORIGIN: 'https://localhost' },
        ...{ SMS_WEBHOOK_URL: provider.url, SMTP_URL: mailServer.url, MAIL_FROM: 'hello@liftoff.example' },
      },
      script,
    );
    running.add(started);
    return started;
  }

  const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
  /** The ids of what each person received: of emails by address, of SMS by number. */
  const listReceived = () => ({
    email: Map.groupBy(
      mailServer.mails.map((mail) => [mail.to[0], findHeader(mail, 'Message-ID')] as const),
      ([to]) => to,
    ),
    sms: Map.groupBy(
      provider.received.map(({ to, id }) => [to, id] as const),
      ([to]) => to,
    ),
  });
  const countIds = () =>
    Object.values(listReceived()).reduce(
      (sum, byPerson) => sum + new Set([...byPerson.values()].flat().map(([, id]) => id)).size,
      0,
    );

  const countQueued = async (): Promise<number> =>
    (await test.db.selectFrom('outbox').select('id').where('status', '=', 'QUEUED').execute()).length;

  /**
   * Travels to a reminder and kills a process while the mail server holds its answers. Returns how many messages the dead process
   * had claimed, when everything else was received.
   */
  async function receiveWithKill(seconds: number, before: number): Promise<number> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    mailServer.onMail = async () => {
      if (mailServer.mails.length >= before / 2 + people / 3) await released;
      return null;
    };
    await travel(test.db, seconds);
    while (running.size < 2) await start();
    await waitFor(() => expect(countIds()).toBeGreaterThan(before + people / 3));
    const [victim] = running;
    await victim?.kill();
    if (victim) running.delete(victim);
    expect(mailServer.mails.length).toBeLessThan(before / 2 + people);
    release();
    // Only what the dead process had claimed is left, at most one batch.
    await waitFor(() => expect(countIds()).toBeGreaterThanOrEqual(before + 2 * people - 10));
    await waitFor(async () => expect(await countQueued()).toBeLessThanOrEqual(10));
    const claimed = await countQueued();
    await travel(test.db, claimSeconds);
    await waitFor(async () => expect(await countQueued()).toBe(0));
    return claimed;
  }

  it('[API-20] everybody receives each reminder by email and SMS as one message, though a process dies by kill -9', async () => {
    let claimed = await receiveWithKill(7 * hour, 0);
    if (isSoak) claimed += await receiveWithKill(22 * hour, 2 * people);
    const times = isSoak ? 2 : 1;
    for (const byPerson of Object.values(listReceived())) {
      expect(byPerson.size).toBe(people);
      for (const own of byPerson.values()) expect(new Set(own.map(([, id]) => id)).size).toBe(times);
    }
    // Everybody else received one copy of each.
    const copies = mailServer.mails.length + provider.received.length - 2 * times * people;
    expect(copies).toBeLessThanOrEqual(claimed);
  }, 120_000);
});
