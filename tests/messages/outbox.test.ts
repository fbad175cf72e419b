import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Db } from '#lib/server/db/index.ts';
import { DeliveryError, DeliveryPausedError, type Message } from '#lib/server/messages/message.ts';
import { deleteOldMessages, deliverDue } from '#lib/server/messages/outbox.ts';
import { startOutboxWorker } from '#lib/server/messages/outbox-worker.ts';
import { queueMessages } from '#lib/server/messages/queue-messages.ts';
import { type TestDatabase, testDatabase, travel } from '../support/database.ts';
import { waitFor } from '../support/wait-for.ts';

let database: TestDatabase;
let db: Db;
let sent: Message[];
let lines: unknown[][];
const write = (...line: unknown[]) => void lines.push(line);
const log = { debug: write, info: write, warn: write, error: write } as never;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(async () => {
  sent = [];
  lines = [];
  await database.reset();
});
afterAll(() => database.close());

const message = {
  to: 'asha@example.com',
  medium: 'EMAIL',
  subject: 'Hello',
  text: 'secret words 123456',
  code: '123456',
} as const;
// A kind without a budget, so that a test may queue many.
const unlimited = { kind: 'brochure', userId: null, summary: 'A brochure' } as const;
const queue = (dedupeKey = 'one', into: Db = db) =>
  queueMessages(into, { ...message, ...unlimited, dedupeKey });
const attachments = [{ fileName: 'a.pdf', document: 'brochure/embark-pro' }];
const nothing = async () => {};
const siteOrigin = 'https://localhost';
const hooks = {
  onDelivered: nothing,
  onFailed: nothing,
  findRecipient: async (_: Db, { recipient }: { recipient: string }) => recipient,
};
const recordMessage = async (one: Message) => {
  sent.push(one);
  return 'SM1';
};
const run = (deliver: (one: Message) => Promise<string | null> = recordMessage) =>
  deliverDue({ db, deliver, log, ...hooks });
const row = () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
const failing =
  (options: { isFinal?: boolean; isUncertain?: boolean } = {}) =>
  async () => {
    throw new DeliveryError('the provider answered 500', options);
  };

describe('[C-41] a queued message', () => {
  it('is delivered once, and its text is erased', async () => {
    await queue();
    await run();
    await run();
    expect(sent).toEqual([message]);
    expect(await row()).toMatchObject({
      status: 'SENT',
      text: null,
      code: null,
      attempts: 1,
      providerId: 'SM1',
    });
  });

  it('keeps its HTML and attachments until then, and the HTML is erased', async () => {
    await queueMessages(db, {
      ...message,
      ...unlimited,
      html: '<p>secret</p>',
      attachments,
      dedupeKey: 'one',
    });
    await run();
    expect(sent).toEqual([{ ...message, html: '<p>secret</p>', attachments }]);
    expect(await row()).toMatchObject({ status: 'SENT', html: null });
  });

  it('is written only if the transaction that queued it commits', async () => {
    const failed = db.transaction().execute(async (trx) => {
      await queue('one', trx);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow();
    await run();
    expect(sent).toEqual([]);
  });

  it('is one message however often its dedupe key is queued, also after delivery', async () => {
    await Promise.all([queue(), queue(), queue()]);
    await run();
    await queue();
    await queue('another');
    await run();
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['SMS', 8, 600],
    ['EMAIL', 32, 3600],
  ] as const)(
    'by %s is tried again later and later, and given up after %i attempts',
    async (medium, most, pause) => {
      await queueMessages(db, { ...message, ...unlimited, medium, dedupeKey: 'one' });
      for (let attempt = 1; attempt <= most; attempt += 1) {
        await run(failing());
        const { attempts, status } = await row();
        expect([attempts, status]).toEqual([attempt, attempt < most ? 'QUEUED' : 'FAILED']);
        await run();
        expect(sent).toEqual([]);
        await travel(db, Math.min(5 * 2 ** attempt, pause) * 1.25);
      }
      await run();
      expect(sent).toEqual([]);
      expect(await row()).toMatchObject({ lastError: 'the provider answered 500', text: null });
    },
  );

  it('fails at once when the provider rejects its content', async () => {
    await queue();
    await run(failing({ isFinal: true }));
    expect(await row()).toMatchObject({ status: 'FAILED', attempts: 1 });
  });

  it('that may have arrived is sent exactly once more, whatever happens in between', async () => {
    await queue();
    await run(failing({ isUncertain: true }));
    expect(await row()).toMatchObject({ status: 'QUEUED', uncertainAttempts: 0, isClaimed: true });
    await travel(db, 13);
    await run(failing());
    expect(await row()).toMatchObject({ status: 'QUEUED', uncertainAttempts: 1, isClaimed: false });
    await travel(db, 26);
    await run(failing({ isUncertain: true }));
    expect(await row()).toMatchObject({ status: 'FAILED', attempts: 3, text: null });
  });

  it('whose delivery cannot be recorded is sent again after its lease, but not for ever', async () => {
    await queue();
    const sendAndBreak = async (one: Message) => {
      await recordMessage(one);
      await sql`alter table outbox rename column finished_at to mislaid`.execute(db);
      return null;
    };
    for (let copies = 1; copies <= 5; copies += 1) {
      await run(sendAndBreak);
      await sql`alter table outbox rename column mislaid to finished_at`.execute(db);
      await run();
      expect(sent).toHaveLength(copies);
      expect(await row()).toMatchObject({ status: 'QUEUED', lastError: null });
      await travel(db, 120);
    }
    await run();
    expect(sent).toHaveLength(5);
    expect(await row()).toMatchObject({ status: 'FAILED', text: null });
  });

  it('loses no attempts while the provider is paused', async () => {
    await queue();
    await run(async () => {
      throw new DeliveryPausedError('paused');
    });
    expect(await row()).toMatchObject({ status: 'QUEUED', attempts: 0 });
    await travel(db, 30);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('[C-40] is never logged, whatever fails', async () => {
    await queue();
    await run(failing());
    await travel(db, 100);
    await run(async () => {
      throw new TypeError('a bug');
    });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toMatch(/secret words|123456|asha@/);
  });
});

describe('[C-41] many processes', () => {
  it('deliver each message once', async () => {
    for (let n = 0; n < 40; n += 1) await queue(`message ${n}`);
    const slowly = async (one: Message) => {
      await sleep(5);
      return recordMessage(one);
    };
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (await run(slowly));
      }),
    );
    expect(sent).toHaveLength(40);
    expect(await db.selectFrom('outbox').select('id').where('attempts', '<>', 1).execute()).toEqual([]);
  });

  it('deliver the message of a process that died after claiming it, when its lease has ended', async () => {
    await queue();
    void run(() => new Promise(() => {}));
    await waitFor(async () => expect(await row()).toMatchObject({ attempts: 1 }));
    await travel(db, 110);
    await run();
    expect(sent).toEqual([]);
    await travel(db, 10);
    await run();
    expect(sent).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'SENT', attempts: 2 });
  });

  it('do not overwrite the result of another process after their lease has ended', async () => {
    await queue();
    let fail = (_error: Error) => {};
    const late = run(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    await waitFor(async () => expect(await row()).toMatchObject({ attempts: 1 }));
    await travel(db, 120);
    await run();
    fail(new DeliveryError('timed out'));
    await late;
    expect(await row()).toMatchObject({ status: 'SENT' });
  });

  it('hold no transaction while a provider is slow', async () => {
    await queue();
    await run(async () => {
      await queue('queued meanwhile');
      return null;
    });
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(2);
  });
});

/** Keeps the worker from beginning a round every two seconds, so that only a wake makes it deliver. */
function withoutRounds(): void {
  const spy = vi.spyOn(globalThis, 'setInterval').mockReturnValue({ unref: () => undefined } as never);
  onTestFinished(() => spy.mockRestore());
}

it('the worker delivers when it is woken, and close() waits for running deliveries', async () => {
  let finish = () => {};
  const deliver = () =>
    new Promise<null>((resolve) => {
      finish = () => resolve(null);
    });
  withoutRounds();
  const worker = startOutboxWorker({ db, deliver, log, siteOrigin, ...hooks });
  await queue();
  worker.wake();
  await waitFor(async () => expect(await row()).toMatchObject({ attempts: 1 }));
  const stopped = worker.stop();
  finish();
  await stopped;
  expect(await row()).toMatchObject({ status: 'SENT' });
  await queue('after the end');
  worker.wake();
  await worker.run();
  expect(await db.selectFrom('outbox').select('id').where('status', '=', 'QUEUED').execute()).toHaveLength(1);
});

it('the worker delivers while further messages are queued all the time', async () => {
  const busy = setInterval(() => worker.wake(), 30);
  withoutRounds();
  const worker = startOutboxWorker({ db, deliver: async () => null, log, siteOrigin, ...hooks });
  await queue();
  try {
    await waitFor(async () => expect(await row()).toMatchObject({ status: 'SENT' }));
  } finally {
    clearInterval(busy);
    await worker.stop();
  }
});

it('dedupe keys are deleted after 30 days, unless the message still waits', async () => {
  await queue('delivered');
  await run();
  await travel(db, 29 * 86_400);
  await deleteOldMessages(db);
  expect(await row()).toMatchObject({ dedupeKey: 'delivered' });
  await queue('waiting');
  await travel(db, 2 * 86_400);
  await deleteOldMessages(db);
  expect(await row()).toMatchObject({ dedupeKey: 'waiting' });
});
