import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deliver } from '#lib/server/messages/delivery/breaker.ts';
import { DeliveryPausedError, type Medium } from '#lib/server/messages/message.ts';
import { startOutboxWorker } from '#lib/server/messages/outbox-worker.ts';
import { queueMessages } from '#lib/server/messages/queue-messages.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** One provider that is slow or paused, and the messages of the others. [C-41] */

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const queue = (medium: Medium, count: number) =>
  queueMessages(
    database.db,
    ...Array.from({ length: count }, (_, n) => ({
      ...{ to: medium === 'EMAIL' ? `a${n}@example.com` : '+919876543210', medium, text: 'Hello' },
      ...{ kind: 'brochure' as const, userId: null, summary: 'A brochure', dedupeKey: `${medium}-${n}` },
    })),
  );

function startWorker(deliver: Deliver) {
  const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
  const nothing = async () => {};
  const findRecipient = async () => null;
  const hooks = { onDelivered: nothing, onFailed: nothing, findRecipient, siteOrigin: 'https://localhost' };
  return startOutboxWorker({ db: database.db, deliver, log, ...hooks });
}

it('[C-41] a mail server that does not answer delays no SMS and no WhatsApp message', async () => {
  await queue('EMAIL', 30);
  for (const medium of ['SMS', 'WHATSAPP'] as const) await queue(medium, 12);
  const mails = Promise.withResolvers<null>();
  const phones = Promise.withResolvers<void>();
  let sent = 0;
  const worker = startWorker(async ({ medium }) => {
    if (medium === 'EMAIL') return mails.promise;
    sent += 1;
    if (sent === 24) phones.resolve();
    return null;
  });
  const round = worker.run();
  await phones.promise;
  mails.resolve(null);
  await round;
  await worker.stop();
  expect(await database.db.selectFrom('outbox').select('id').where('status', '<>', 'SENT').execute()).toEqual(
    [],
  );
});

it('[C-41] while a provider is paused, a process asks the database for ten of its messages and not for all', async () => {
  await queue('EMAIL', 60);
  let tried = 0;
  const worker = startWorker(async () => {
    tried += 1;
    throw new DeliveryPausedError('the provider failed too often');
  });
  await worker.run();
  await worker.stop();
  expect(tried).toBe(10);
  const rows = await database.db.selectFrom('outbox').select(['status', 'attempts']).execute();
  expect(rows.every(({ status, attempts }) => status === 'QUEUED' && attempts === 0)).toBe(true);
});
