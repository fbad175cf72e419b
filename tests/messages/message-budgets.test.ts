import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#lib/server/db/index.ts';
import { createDueDigests, renderDigest } from '#lib/server/messages/digest.ts';
import type { Message } from '#lib/server/messages/message.ts';
import { messageBudgets } from '#lib/server/messages/message-budgets.ts';
import { deliverDue } from '#lib/server/messages/outbox.ts';
import { type QueuedMessage, queueMessages } from '#lib/server/messages/queue-messages.ts';
import { type TestDatabase, testDatabase, travel } from '../support/database.ts';

let database: TestDatabase;
let db: Db;
let sent: Message[];
let queued: number;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(async () => {
  sent = [];
  queued = 0;
  await database.reset();
});
afterAll(() => database.close());

const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing } as never;
const siteOrigin = 'https://liftoff.example';
const hour = 3600;
const person = uuidv7();

/** Queues messages one after the other, each as a change of its own. */
async function queue(count: number, more: Partial<QueuedMessage> = {}, into: Db = db): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    queued += 1;
    await queueMessages(into, {
      ...{ to: 'asha@example.com', medium: 'EMAIL', subject: 'News', text: `Mail ${queued}` },
      ...{ kind: 'application-update', userId: person, summary: `Change ${queued}.` },
      dedupeKey: `message ${queued}`,
      ...more,
    });
  }
}

const findRecipient = async (_: Db, { recipient }: { recipient: string }) => recipient;

/** Delivers what is due as the worker does, and returns it. */
async function deliver(): Promise<Message[]> {
  sent = [];
  await createDueDigests({ db, log, siteOrigin, findRecipient });
  const hooks = { onDelivered: async () => {}, onFailed: async () => {} };
  const record = async (message: Message) => {
    sent.push(message);
    return null;
  };
  while (await deliverDue({ db, deliver: record, log, ...hooks }));
  return sent;
}

const statuses = async () => {
  const rows = await db.selectFrom('outbox').select(['status', 'text', 'summary']).execute();
  return Object.entries(Object.groupBy(rows, ({ status }) => status)).map(([status, of]) => [
    status,
    of?.length,
  ]);
};

describe('[C-41] messages over the budget of an hour', () => {
  it('wait until the hour ends, and become one email with each of them, oldest first', async () => {
    await queue(9);
    expect(await deliver()).toHaveLength(6);
    await travel(db, hour - 60);
    expect(await deliver()).toHaveLength(0);
    await travel(db, 61);
    const [digest, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ to: 'asha@example.com', subject: '3 updates about your applications' });
    expect(digest?.text.match(/Change \d/g)).toEqual(['Change 7', 'Change 8', 'Change 9']);
    expect(digest?.text).toMatch(/\d+ [A-Z][a-z]{2} \d{4}, \d+:\d\d [ap]m IST: Change 7\./);
    expect(digest?.text).toContain(`See your applications:\n${siteOrigin}/moonshot/applications/`);
    expect(digest?.html).toContain('Change 9.');
  });

  it('are erased when they are merged, and are sent only once', async () => {
    await queue(9);
    await deliver();
    await travel(db, hour);
    await deliver();
    await deliver();
    expect(sent).toEqual([]);
    expect((await statuses()).toSorted()).toEqual([
      ['MERGED', 3],
      ['SENT', 7],
    ]);
    expect(await db.selectFrom('outbox').select('id').where('text', 'is not', null).execute()).toEqual([]);
    expect(await db.selectFrom('outbox').select('id').where('summary', 'is not', null).execute()).toEqual([]);
  });

  it('become one short SMS', async () => {
    await queue(8, { to: '+919876543210', medium: 'SMS', text: 'Something happened' });
    await deliver();
    await travel(db, hour);
    expect((await deliver()).map(({ text }) => text)).toEqual([
      `Liftoff: 2 updates about your applications. See ${siteOrigin}/moonshot/applications/`,
    ]);
  });

  it('are sent as they are when there is only one', async () => {
    await queue(7);
    await deliver();
    await travel(db, hour);
    expect(await deliver()).toMatchObject([{ subject: 'News', text: 'Mail 7' }]);
  });

  it('are sent one by one again in the next hour', async () => {
    await queue(6);
    await deliver();
    await travel(db, hour);
    await queue(6);
    expect(await deliver()).toHaveLength(6);
  });
});

describe('[C-41] a budget', () => {
  const fill = () => queue(6);
  it.each<[string, Partial<QueuedMessage>]>([
    ['another person and address', { to: 'ravi@example.com', userId: uuidv7() }],
    ['another kind', { kind: 'appointment' }],
    ['another medium', { to: '+919876543210', medium: 'SMS' }],
  ])('is not shared with %s', async (_, more) => {
    await fill();
    await queue(1, more);
    expect(await deliver()).toHaveLength(7);
  });

  it.each<[string, Partial<QueuedMessage>]>([
    ['two people with one address', { userId: uuidv7() }],
    ['a visitor with that address', { userId: null }],
    ['a person who changes the address', { to: 'new@example.com' }],
    ['another spelling of the address', { to: 'Asha+2@Example.com', userId: uuidv7() }],
  ])('is shared by %s', async (_, more) => {
    await fill();
    await queue(1, more);
    expect(await deliver()).toHaveLength(6);
  });

  it('does not limit one change that concerns many people', async () => {
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < 30; n += 1) await queue(1, { to: `person${n}@example.com`, userId: uuidv7() }, trx);
    });
    expect(await deliver()).toHaveLength(30);
  });

  it('counts a message once per dedupe key, and none that is rolled back', async () => {
    for (let n = 0; n < 6; n += 1) await queue(1, { dedupeKey: 'the same' });
    const failed = db.transaction().execute(async (trx) => {
      await queue(4, {}, trx);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow();
    await queue(5);
    expect(await deliver()).toHaveLength(6);
  });

  it('is not passed by parallel changes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => queue(1)));
    expect(await deliver()).toHaveLength(6);
  });

  it('has 20 messages a day, and one digest when the day ends', async () => {
    for (let n = 0; n < 3; n += 1) {
      await queue(6);
      expect(await deliver()).toHaveLength(6);
      await travel(db, hour);
    }
    await queue(6);
    expect(await deliver()).toHaveLength(2);
    await travel(db, 20 * hour);
    expect(await deliver()).toHaveLength(0);
    await travel(db, hour);
    expect(await deliver()).toMatchObject([{ subject: '4 updates about your applications' }]);
  });

  it('exists for every kind but those limited where they are requested, and the agenda of a day', () => {
    const unlimited = Object.entries(messageBudgets).filter(([, budget]) => !budget);
    expect(unlimited.map(([kind]) => kind).toSorted()).toEqual([
      'agenda',
      'brochure',
      'email-code',
      'webhook-event',
    ]);
  });
});

describe('[C-41] digests', () => {
  const hold = async (recipients: number) => {
    for (let n = 0; n < recipients; n += 1)
      await queue(10, { to: `person${n}@example.com`, userId: uuidv7() });
    await deliver();
    await travel(db, hour);
  };

  it('are created once by many processes', async () => {
    await hold(5);
    await Promise.all(
      Array.from({ length: 4 }, () => createDueDigests({ db, log, siteOrigin, findRecipient })),
    );
    const digests = await deliver();
    expect(digests.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 5 }, (_, n) => `person${n}@example.com`),
    );
    const lines = digests.flatMap(({ text }) => text.match(/Change \d+/g) ?? []);
    expect([lines.length, new Set(lines).size]).toEqual([20, 20]);
  });

  it('lose nothing and repeat nothing when a process ends in the middle', async () => {
    await hold(1);
    const ending = {
      info: () => {
        throw new Error('the process ends');
      },
    } as never;
    await expect(createDueDigests({ db, log: ending, siteOrigin, findRecipient })).rejects.toThrow(
      'the process ends',
    );
    expect((await statuses()).toSorted()).toEqual([
      ['HELD', 4],
      ['SENT', 6],
    ]);
    expect(await deliver()).toMatchObject([{ subject: '4 updates about your applications' }]);
  });

  it('shorten long texts, and list the latest 50 messages', () => {
    const messages = Array.from({ length: 60 }, (_, n) => ({
      summary: `Change ${n + 1}. ${'A long note. '.repeat(50)}`,
      createdAt: new Date('2026-11-22T10:00:00Z'),
      timeZone: 'Asia/Singapore',
    }));
    const email = { kind: 'appointment', medium: 'EMAIL' } as const;
    const { subject, text } = renderDigest(email, messages, siteOrigin);
    expect(subject).toBe('60 updates about your trainings and interviews');
    const lines = text.split('\n').filter((line) => line.includes('Change'));
    expect(lines).toHaveLength(50);
    expect(lines[0]).toMatch(/^22 Nov 2026, 6:00 pm \S+: Change 11\..*…$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(450);
    expect(text).toContain('The latest 50 are:');
  });
});
