import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ownDatabase, type TestDatabase, travel } from '../support/database.ts';
import { type KillableApi, startKillableApi } from '../support/killable-api.ts';
import { findHeader, type MailServer, startMailServer } from '../support/messages/mail-server.ts';

/** Ten thousand queued emails, of which two processes deliver all and one is killed in between. [C-41] */

const count = Number(process.env.EMAILS ?? 10_000);
/** After this time, another process delivers the messages that a dead one had claimed. */
const claimSeconds = 121;

describe.runIf(inject('databaseUrl' as never) !== undefined)('emails of two processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-mails-'));
  const running = new Set<KillableApi>();
  let mailServer: MailServer;
  let database: TestDatabase;

  beforeAll(async () => {
    mailServer = await startMailServer();
    database = await ownDatabase();
  }, 60_000);
  afterAll(async () => {
    await Promise.all([...running].map((one) => one.kill()));
    await mailServer?.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<KillableApi> {
    const started = await startKillableApi({
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', MESSAGES: 'live', NODE_ENV: 'production' },
      ...{ SECRET_KEY: 'a test key that is thirty-two characters long', SITE_ORIGIN: 'https://localhost' },
      ...{ SMS_WEBHOOK_URL: 'http://127.0.0.1:9/', SMTP_URL: mailServer.url },
      MAIL_FROM: 'hello@liftoff.example',
    });
    running.add(started);
    return started;
  }

  async function queueAll(): Promise<Set<string>> {
    const ids = Array.from({ length: count }, () => uuidv7());
    for (let at = 0; at < count; at += 500)
      await database.db
        .insertInto('outbox')
        .values(
          ids.slice(at, at + 500).map((id, n) => ({
            ...{ id, dedupeKey: id, kind: 'brochure' as const, medium: 'EMAIL' as const, userId: null },
            ...{
              recipient: `person-${at + n}@example.com`,
              subject: 'Hello',
              text: 'Your brochure',
              html: null,
            },
            ...{ summary: null, sender: null, finishedAt: null, lastError: null },
          })),
        )
        .execute();
    return new Set(ids);
  }

  const sentIds = () => mailServer.mails.map((mail) => findHeader(mail, 'Message-ID')?.slice(1, 37) ?? '');
  const countOf = async (condition: string) =>
    Number(
      (
        await sql<{ n: number }>`select count(*)::int as n from outbox where ${sql.raw(condition)}`.execute(
          database.db,
        )
      ).rows[0]?.n,
    );
  const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 20 });

  it(`[C-41] kill -9 of one during ${count} queued emails: each arrives, and only what it was just handing over has a repeat with the same id`, async () => {
    const ids = await queueAll();
    const victim = await start();
    await start();
    await waitFor(() => expect(mailServer.mails.length).toBeGreaterThan(count / 3));
    await victim.kill();
    running.delete(victim);
    // A process manager starts another one.
    await start();
    await waitFor(async () => expect(await countOf("status = 'QUEUED' and not is_claimed")).toBe(0));
    // Those that stop finish what they have begun, so the rest is what the dead one had claimed: ten at a time.
    await Promise.all([...running].map((one) => one.stop()));
    running.clear();
    const claimedByVictim = await countOf("status = 'QUEUED'");
    expect(claimedByVictim).toBeLessThanOrEqual(10);
    await start();
    await travel(database.db, claimSeconds);
    await waitFor(async () => expect(await countOf("status = 'SENT'")).toBe(count));

    const sent = sentIds();
    console.log(
      `${count} emails, ${claimedByVictim} claimed by the dead process, ${sent.length - count} arrived twice`,
    );
    expect(new Set(sent)).toEqual(ids);
    // Those that the server had accepted before the process could record it came twice: SMTP knows no better.
    expect(sent.length - count).toBeLessThanOrEqual(claimedByVictim);
    expect(await countOf('attempts > 2 or uncertain_attempts > 1')).toBe(0);
  }, 600_000);
});
