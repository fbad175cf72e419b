import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatMessageStatus } from '#lib/domain/staff/message-log.ts';
import { readConfig } from '#lib/server/config.ts';
import type { Medium } from '#lib/server/db/schema/messages.ts';
import { createReportsEndpoint } from '#lib/server/messages/reports/reports-endpoint.ts';
import { signWebhook } from '#lib/server/messages/webhook.ts';
import { failedMessages } from '#lib/server/staff/today/failed-messages.ts';
import { useTestApi } from '../support/api.ts';

const test = useTestApi();
const origin = 'https://liftoff.example';
const env = {
  ...{ SITE_ORIGIN: origin, MESSAGES: 'live', SECRET_KEY: 'a test key that is thirty-two characters long' },
  ...{ SMS_WEBHOOK_URL: 'https://sms.example/', SMS_WEBHOOK_SECRET: 'a webhook secret' },
  ...{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'twilio token', TWILIO_FROM: '+15550001111' },
  ...{ MSG91_AUTH_KEY: 'k', MSG91_TEMPLATE_ID: 't', MSG91_REPORTS_KEY: 'a-key-of-24-letters-or-more' },
  ...{ WHATSAPP_APP_SECRET: 'app secret', WHATSAPP_VERIFY_TOKEN: 'verify token' },
};
let id: string;

async function insertMessage(medium: Medium, more: object = {}): Promise<string> {
  const messageId = uuidv7();
  await test.db
    .insertInto('outbox')
    .values({
      ...{ id: messageId, dedupeKey: messageId, recipient: '+919876543210', medium, kind: 'reminder' },
      ...{ status: 'SENT', finishedAt: new Date(), ...more },
    })
    .execute();
  return messageId;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  smsProvider?: string;
  lines?: string[];
}

function call(path: string, { method = 'POST', headers = {}, body, smsProvider, lines = [] }: Sent) {
  const config = readConfig({ ...env, SMS_PROVIDER: smsProvider ?? 'webhook' });
  const record = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const log = { debug: record, info: record, warn: record, error: record };
  const handle = createReportsEndpoint({ config, db: test.db, log, findAddress: () => '203.0.113.9' });
  return handle(new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }) }));
}

const findMessage = (messageId = id) =>
  test.db.selectFrom('outbox').selectAll().where('id', '=', messageId).executeTakeFirstOrThrow();
const statusOf = async (messageId = id) => formatMessageStatus(await findMessage(messageId));

/** Posts statuses as Meta does. */
function reportWhatsApp(statuses: object[], more: Sent & { secret?: string } = {}) {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value: { statuses } }] }],
  });
  const signature = createHmac('sha256', more.secret ?? 'app secret')
    .update(body)
    .digest('hex');
  return call('/delivery-reports/whatsapp/', {
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
    body,
    ...more,
  });
}

describe('[C-41] WhatsApp', () => {
  beforeEach(async () => {
    id = await insertMessage('WHATSAPP', { providerId: 'wamid.1' });
  });
  const status = (name: string, more: object = {}) => ({
    ...{ id: 'wamid.1', status: name, recipient_id: '919876543210', biz_opaque_callback_data: id },
    ...more,
  });

  it('the address is confirmed to the app with our token only', async () => {
    const challenge = (token: string) =>
      call(
        `/delivery-reports/whatsapp/?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
        { method: 'GET' },
      );
    const response = await challenge('verify%20token');
    expect([response.status, await response.text()]).toEqual([200, '1158201444']);
    expect((await challenge('other')).status).toBe(403);
  });

  it('what was delivered stays so, whatever comes late or twice', async () => {
    expect(await statusOf()).toBe('Sent');
    expect((await reportWhatsApp([status('sent')])).status).toBe(200);
    expect(await statusOf()).toBe('Sent');
    await reportWhatsApp([status('read')]);
    const { deliveryAt } = await findMessage();
    await reportWhatsApp([status('failed', { errors: [{ code: 1 }] }), status('sent'), status('delivered')]);
    expect(await statusOf()).toBe('Delivered');
    expect((await findMessage()).deliveryAt).toEqual(deliveryAt);
  });

  it('a failure has its reason without a number, and Today lists it', async () => {
    const errors = [{ code: 131026, title: 'Message undeliverable to +919876543210' }];
    await reportWhatsApp([status('failed', { errors, biz_opaque_callback_data: undefined })]);
    expect(await statusOf()).toBe(
      'Not delivered. The number has no WhatsApp, or a very old version. Use SMS or call. (131026 Message undeliverable to …)',
    );
    expect((await failedMessages.list(test.db, {} as never, 5)).map(({ subjectId }) => subjectId)).toEqual([
      id,
    ]);
  });

  it('a report that is better informed replaces what was known, in any order and in parallel', async () => {
    await reportWhatsApp([status('failed')]);
    expect(await statusOf()).toBe('Not delivered: the provider gives no reason');
    await reportWhatsApp([status('failed', { errors: [{ code: 131016 }] })]);
    expect(await statusOf()).toContain('WhatsApp was not available. Send it again. (131016)');
    await reportWhatsApp([status('failed', { errors: [{ code: 1 }] }), status('sent')]);
    expect(await statusOf(), 'the first reason stays').toContain('131016');
    await Promise.all(
      ['failed', 'delivered', 'failed', 'read', 'failed'].map((name) => reportWhatsApp([status(name)])),
    );
    expect(await statusOf()).toBe('Delivered');
    expect(await findMessage()).toMatchObject({ deliveryReason: null });
    expect(await failedMessages.list(test.db, {} as never, 5)).toEqual([]);
  });

  it('[C-26] [C-40] a wrong signature changes nothing, and nothing of a request is logged', async () => {
    const lines: string[] = [];
    const answers = [
      await reportWhatsApp([status('failed')], { secret: 'other', lines }),
      await reportWhatsApp([status('failed')], { headers: {}, lines }),
      await call('/delivery-reports/whatsapp/', { method: 'PUT', body: '', lines }),
      await call('/delivery-reports/unknown/', { body: '', lines }),
      await call('/delivery-reports/whatsapp/', { body: 'x'.repeat(300_000), lines }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 405, 404, 413]);
    expect(await statusOf()).toBe('Sent');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toMatch(/9876543210|wamid/);
  });

  it('an unknown id, another medium and anything else that is signed are ignored', async () => {
    const email = await insertMessage('EMAIL');
    const answers = [
      await reportWhatsApp([status('failed', { id: 'wamid.2', biz_opaque_callback_data: uuidv7() })]),
      await reportWhatsApp([status('failed', { biz_opaque_callback_data: email })]),
      await reportWhatsApp([{ status: 'failed' }, { id: 5, status: [] }]),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect([await statusOf(), await statusOf(email)]).toEqual(['Sent', 'Sent, the mail server accepted it']);
  });
});

it('[C-41] Twilio signs the address and the fields; its codes become words', async () => {
  id = await insertMessage('SMS');
  const path = `/delivery-reports/twilio/?message=${id}`;
  const report = (fields: Record<string, string>, token = 'twilio token') => {
    const signed = origin + path + Object.entries(fields).toSorted().flat().join('');
    const headers = {
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
      'content-type': 'application/x-www-form-urlencoded',
    };
    return call(path, { headers, body: new URLSearchParams(fields).toString(), smsProvider: 'twilio' });
  };
  const failed = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005', To: '+919876543210' };
  expect((await report(failed, 'other')).status).toBe(403);
  await report({ MessageSid: 'SM1', MessageStatus: 'sent' });
  expect(await statusOf()).toBe('Sent');
  expect((await report(failed)).status).toBe(200);
  expect(await statusOf()).toBe('Not delivered: the number does not exist');
});

it('[C-41] the operator’s own receiver reports with the signature of our webhook, for five minutes', async () => {
  id = await insertMessage('SMS', { status: 'FAILED', lastError: 'no answer' });
  const body = JSON.stringify({ id, status: 'delivered' });
  const headers = signWebhook({ secret: 'a webhook secret' }, 'r1', body);
  const path = '/delivery-reports/webhook/';
  const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 400) };
  expect((await call(path, { headers: old, body })).status).toBe(403);
  expect((await call(path, { headers: signWebhook({ secret: 'other' }, 'r1', body), body })).status).toBe(
    403,
  );
  expect((await call(path, { headers, body, smsProvider: 'twilio' })).status).toBe(404);
  expect((await call(path, { headers, body })).status).toBe(200);
  expect(await statusOf()).toBe('Delivered');
  // It arrived although we did not know it.
  expect(await failedMessages.list(test.db, {} as never, 5)).toEqual([]);
});

describe('[C-41] MSG91, whose reports have no signature', () => {
  const key = 'a-key-of-24-letters-or-more';
  const post = (body: string, { type = 'application/json', sentKey = key } = {}) =>
    call(`/delivery-reports/msg91/?key=${sentKey}`, {
      ...{ body, headers: { 'content-type': type }, smsProvider: 'msg91' },
    });
  // The older form, as its documentation has it.
  const form = (status: string, more: object = {}) =>
    String(
      new URLSearchParams({
        data: JSON.stringify([
          {
            senderId: 'LIFTOF',
            requestId: 'r1',
            report: [{ number: '919876543210', status, desc: 'X', ...more }],
          },
        ]),
      }),
    );
  const type = 'application/x-www-form-urlencoded';

  it('moves the log by the key in the address, and never backwards', async () => {
    id = await insertMessage('SMS', { providerId: 'r1' });
    expect(
      (await post(form('16', { failedReason: 'DLT template mismatch for 919876543210' }), { type })).status,
    ).toBe(200);
    expect(await statusOf()).toBe('Not delivered: DLT template mismatch for …');
    expect(
      (await post(JSON.stringify({ requestId: 'r1', status: 'Delivered', telNum: '919876543210' }))).status,
    ).toBe(200);
    expect(await statusOf()).toBe('Delivered');
    expect((await post(form('2'), { type })).status).toBe(200);
    expect(await statusOf()).toBe('Delivered');
  });

  it('changes nothing with a wrong key, for an unknown request, or where MSG91 is not set up', async () => {
    id = await insertMessage('SMS', { providerId: 'r1' });
    expect((await post(form('1'), { type, sentKey: 'a-key-of-24-letters-or-less' })).status).toBe(403);
    for (const body of [form('1').replace('r1', 'r2'), form('99'), 'data=x', '']) await post(body, { type });
    const other = await call(`/delivery-reports/msg91/?key=${key}`, {
      body: form('1'),
      headers: { 'content-type': type },
    });
    expect(other.status).toBe(404);
    expect(await statusOf()).toBe('Sent');
  });
});
