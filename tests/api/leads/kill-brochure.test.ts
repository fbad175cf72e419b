import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '#lib/server/db/index.ts';
import { travel } from '../../support/database.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { findHeader, type Mail, startMailServer } from '../../support/messages/mail-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-kill-brochure-'));
const mailServer = await startMailServer();
const perRound = 6;
let running: KillableApi | undefined;

afterAll(async () => {
  await running?.kill();
  await mailServer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<string> {
  running = await startKillableApi({
    DATA_DIR: dataDir,
    MESSAGES: 'live',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@liftoff.example',
  });
  return running.origin;
}

/** Requests a brochure. Returns whether the person got a successful response. */
async function requestBrochure(origin: string, email: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/programs/embark-pro/send-brochure/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${email.length}.${email.charCodeAt(7)}`,
    },
    body: JSON.stringify({ email }),
  });
  return response.status === 200;
}

/** Ends the claims of the dead process, which expire after two minutes. No server runs at this time. */
async function waitOutTheLease(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  await travel(db, 121);
  await close();
}

const isFor = (email: string) => (mail: Mail) => mail.to[0] === email;

// This tests the embedded database only, because PostgreSQL survives the killed process.
it.runIf(inject('databaseUrl' as never) === undefined)(
  '[C-41] kill -9 during a delivery loses no brochure; an unacknowledged email is sent again with the same Message-ID',
  async () => {
    const promised: string[] = [];
    const moments: Record<string, (died: () => Promise<void>) => (mail: Mail) => Promise<Error | null>> = {
      // The mail server accepts the email, but the process dies before it can record that.
      'as it was taken': (died) => async () => {
        await died();
        return null;
      },
      // The process dies before the mail server has responded, so the mail server discards the email.
      'before it was taken': (died) => async () => {
        await died();
        return new Error('the other end is gone');
      },
    };
    for (const [moment, at] of Object.entries(moments)) {
      const origin = await start();
      let dying: Promise<void> | undefined;
      // On a busy machine the first email may leave before its request gets the response, and every round
      // must acknowledge at least one request.
      const firstPromise = Promise.withResolvers<void>();
      mailServer.onMail = at(async () => {
        await firstPromise.promise;
        dying ??= running?.kill();
        await dying;
      });
      const round = Array.from(
        { length: perRound },
        (_, n) => `reader-${n}-${moment.replaceAll(' ', '-')}@example.com`,
      );
      for (const email of round)
        if (await requestBrochure(origin, email).catch(() => false)) {
          promised.push(email);
          firstPromise.resolve();
        }
      await vi.waitFor(() => expect(dying).toBeDefined(), { timeout: 30_000, interval: 20 });
      await dying;
      mailServer.onMail = async () => null;
      await waitOutTheLease();
    }
    const emails = (await requests()).map(({ email }) => email);
    expect(promised.filter((email) => !emails.includes(email))).toEqual([]);
    expect(promised.length).toBeGreaterThanOrEqual(2);

    await start();
    await vi.waitFor(
      () => expect(emails.filter((email) => !mailServer.mails.some(isFor(email)))).toEqual([]),
      { timeout: 60_000, interval: 100 },
    );
    await running?.stop();

    for (const email of emails) {
      const ids = mailServer.mails.filter(isFor(email)).map((mail) => findHeader(mail, 'Message-ID'));
      // Delivery is at least once: an accepted email that was not recorded is sent again.
      expect(new Set(ids).size, email).toBe(1);
      expect(ids.length, email).toBeLessThanOrEqual(email.includes('before') ? 1 : 2);
    }
    expect((await requests()).map(({ status }) => status)).toEqual(emails.map(() => 'SENT'));
  },
  180_000,
);

async function requests() {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const rows = await db.selectFrom('brochureRequest').select(['email', 'status']).execute();
  await close();
  return rows;
}
