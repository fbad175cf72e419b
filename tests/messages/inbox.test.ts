import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '#lib/server/config.ts';
import { createLog } from '#lib/server/log.ts';
import { handleInbox, handleInboxHtml } from '#lib/server/messages/inbox-response.ts';
import {
  DeliveryError,
  DeliveryPausedError,
  type Message,
  type Messages,
} from '#lib/server/messages/index.ts';
import { openMessages } from '#lib/server/runtime.ts';
import { type Provider, startProvider } from '../server/messages/provider.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const key = 'a test key that is thirty-two characters long';
const sms = (more: Partial<Message> = {}): Message => ({
  to: '+919876543210',
  medium: 'SMS',
  text: '123456 is your OTP',
  code: '123456',
  ...more,
});

const queued = { dedupeKey: 'one', kind: 'account-notice', userId: null, summary: 'An OTP' } as const;

let database: TestDatabase;
const open: Messages[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.reset());
afterEach(async () => {
  await Promise.all(open.splice(0).map((messages) => messages.close()));
});
afterAll(() => database.close());

function messagesWith(env: Record<string, string>): { messages: Messages; config: Config } {
  const config = readConfig({ SECRET_KEY: key, ...env });
  const messages = openMessages(config, database.db, createLog('silent'));
  open.push(messages);
  return { messages, config };
}

async function answer(messages: Messages, query = '') {
  const response = await handleInbox(messages.inbox, new URL(`http://localhost:8000/dev/inbox.json${query}`));
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    body: await response.json(),
  };
}

describe('MESSAGES=inbox', () => {
  it('shows every message, newest first, also as JSON', async () => {
    const { messages } = messagesWith({ MESSAGES: 'inbox' });
    await messages.send(sms());
    await messages.send({ to: 'asha@example.com', medium: 'EMAIL', subject: 'Hello', text: 'A mail' });
    const { status, cache, body } = await answer(messages);
    expect([status, cache]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      messages: [
        {
          to: 'asha@example.com',
          medium: 'EMAIL',
          subject: 'Hello',
          text: 'A mail',
          code: null,
          html_path: null,
          attachments: [],
          at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        {
          to: '+919876543210',
          medium: 'SMS',
          subject: null,
          text: '123456 is your OTP',
          code: '123456',
          html_path: null,
          attachments: [],
          at: expect.any(String),
        },
      ],
    });
  });

  it.each(['?to=+919876543210', '?to=%2B919876543210'])('shows those of one number: %s', async (query) => {
    const { messages } = messagesWith({ MESSAGES: 'inbox' });
    await messages.send(sms());
    await messages.send(sms({ to: '+919876543211' }));
    expect((await answer(messages, query)).body.messages).toMatchObject([{ to: '+919876543210' }]);
    expect((await answer(messages, '?to=+910000000000')).body).toEqual({ messages: [] });
  });

  it.each(['?to=%00', '?to=+91987%000', '?to=%1b'])(
    'no message is to a control character: %s',
    async (query) => {
      const { messages } = messagesWith({ MESSAGES: 'inbox' });
      await messages.send(sms());
      expect(await answer(messages, query)).toMatchObject({ status: 200, body: { messages: [] } });
    },
  );

  it('shows the HTML of an email in a sandbox, and names its attachments', async () => {
    const { messages } = messagesWith({ MESSAGES: 'inbox' });
    const attachments = [{ fileName: 'liftoff-embark-pro.pdf', document: 'brochure/embark-pro' }];
    const html = '<p>A mail</p><script>alert(1)</script>';
    await messages.send({ to: 'asha@example.com', medium: 'EMAIL', text: 'A mail', html, attachments });
    const [message] = (await answer(messages)).body.messages;
    expect(message).toMatchObject({
      html_path: expect.stringMatching(/^\/dev\/inbox\/\d+\.html$/),
      attachments: [{ file_name: 'liftoff-embark-pro.pdf' }],
    });
    const response = await handleInboxHtml(messages.inbox, /\d+/.exec(message.html_path)?.[0]);
    expect(await response.text()).toBe(html);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  });

  it.each([undefined, '', '7', '1 or 1=1', '99999999999999999999'])(
    'shows no HTML for the id %j',
    async (id) => {
      const { messages } = messagesWith({ MESSAGES: 'inbox' });
      await messages.send(sms());
      expect((await handleInboxHtml(messages.inbox, id)).status).toBe(404);
    },
  );

  it('is shared by all processes, and shows queued messages too', async () => {
    const { messages } = messagesWith({ MESSAGES: 'inbox' });
    await database.db.transaction().execute((trx) => messages.queue(trx, { ...sms(), ...queued }));
    await messages.deliverQueued();
    const { messages: another } = messagesWith({ MESSAGES: 'inbox' });
    expect((await answer(another)).body.messages).toHaveLength(1);
  });

  it('stores only the newest 500', async () => {
    const { messages } = messagesWith({ MESSAGES: 'inbox' });
    for (let n = 0; n < 510; n += 1) await messages.send(sms({ text: `message ${n}` }));
    const { count } = await database.db
      .selectFrom('inboxMessage')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(500);
    expect((await messages.inbox?.list())?.[0]?.text).toBe('message 509');
  });
});

describe('MESSAGES=live', () => {
  let provider: Provider;
  beforeEach(async () => {
    provider = await startProvider();
  });
  afterEach(() => provider.close());
  const live = (env: Record<string, string> = {}) =>
    messagesWith({ MESSAGES: 'live', SMS_WEBHOOK_URL: provider.url, ...env });

  it('has no inbox and stores nothing in one', async () => {
    const { messages } = live();
    await messages.send(sms());
    expect(provider.received).toHaveLength(1);
    expect(await answer(messages)).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect((await handleInboxHtml(messages.inbox, '1')).status).toBe(404);
    expect(await database.db.selectFrom('inboxMessage').select('id').execute()).toEqual([]);
  });

  it('[C-41] pauses the provider after 5 failures, and callers get an error at once', async () => {
    const { messages } = live();
    provider.behave(503);
    for (let n = 0; n < 5; n += 1) await expect(messages.send(sms())).rejects.toThrow(DeliveryError);
    await expect(messages.send(sms())).rejects.toThrow(DeliveryPausedError);
    expect(provider.received).toHaveLength(5);
  });

  it('a queued message keeps its id on every attempt, so that a receiver can recognise it', async () => {
    const { messages } = live();
    await messages.queue(database.db, { ...sms(), ...queued });
    provider.behave(503);
    await messages.deliverQueued();
    provider.behave(200);
    await database.db
      .updateTable('outbox')
      .set({ dueAt: new Date(0) })
      .execute();
    await messages.deliverQueued();
    const ids = provider.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('without SMTP_URL emails wait, and SMS are sent', async () => {
    const { messages } = live();
    await expect(messages.send({ to: 'asha@example.com', medium: 'EMAIL', text: 'x' })).rejects.toMatchObject(
      { isFinal: false, message: 'SMTP_URL is not set' },
    );
    await messages.send(sms());
    expect(provider.received).toHaveLength(1);
  });
});
