import { createSign, generateKeyPairSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { formatMessageStatus } from '#lib/domain/staff/message-log.ts';
import { readConfig } from '#lib/server/config.ts';
import { createReportsEndpoint } from '#lib/server/messages/reports/reports-endpoint.ts';
import { useTestApi } from '../support/api.ts';

const test = useTestApi();
const origin = 'https://liftoff.example';
const topic = 'arn:aws:sns:ap-south-1:123456789012:mail';
const env = {
  ...{ SITE_ORIGIN: origin, MESSAGES: 'live', SECRET_KEY: 'a test key that is thirty-two characters long' },
  ...{ SMS_WEBHOOK_URL: 'https://sms.example/', EMAIL_PROVIDER: 'ses', SES_CONFIGURATION_SET: 'liftoff' },
  ...{ SES_REGION: 'ap-south-1', SES_ACCESS_KEY_ID: 'A', SES_SECRET_ACCESS_KEY: 'B', SES_TOPIC_ARN: topic },
};
const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [amazon, stranger] = [keys(), keys()];
const certificateUrl = 'https://sns.ap-south-1.amazonaws.com/SimpleNotificationService-0a1b2c.pem';

let id: string;
let confirmed: string[];
beforeEach(async () => {
  confirmed = [];
  id = uuidv7();
  await test.db
    .insertInto('outbox')
    .values({
      ...{ id, dedupeKey: id, recipient: 'asha@example.com', medium: 'EMAIL', kind: 'reminder' },
      ...{ status: 'SENT', finishedAt: new Date(), providerId: `ses-${id}` },
    })
    .execute();
});

const statusOf = async () =>
  formatMessageStatus(
    await test.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

interface Options {
  privateKey?: string;
  version?: '1' | '2';
  change?: Record<string, string>;
}

/** Posts a message as SNS does, signed; `change` is made after it was signed. */
async function post(
  fields: Record<string, string>,
  { privateKey = amazon.privateKey, version = '2', change = {} }: Options = {},
) {
  const message: Record<string, string> = {
    ...{ Type: 'Notification', MessageId: uuidv7(), TopicArn: topic, Timestamp: new Date().toISOString() },
    ...fields,
  };
  const names = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (message[name] === undefined ? [] : [name, message[name]]));
  const signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(`${text.join('\n')}\n`);
  const body = JSON.stringify({
    ...{ ...message, SignatureVersion: version, SigningCertURL: certificateUrl },
    ...{ Signature: signature.sign(privateKey, 'base64'), ...change },
  });
  const silent = () => {};
  const handle = createReportsEndpoint({
    ...{ config: readConfig(env), db: test.db, findAddress: () => '203.0.113.9' },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    sns: { loadCertificate: async () => amazon.publicKey, confirm: async (url) => void confirmed.push(url) },
  });
  return (await handle(new Request(`${origin}/delivery-reports/ses/`, { method: 'POST', body }))).status;
}

const event = (eventType: string, more: object = {}) =>
  JSON.stringify({ eventType, mail: { messageId: `ses-${id}`, tags: { 'liftoff-message': [id] } }, ...more });
const bounce = {
  bounce: {
    ...{ bounceType: 'Permanent', bounceSubType: 'General' },
    bouncedRecipients: [
      { emailAddress: 'asha@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 asha' },
    ],
  },
};

it('[C-41] a bounce fails the email with its code and without its address, and a delivery has the last word', async () => {
  expect(await statusOf()).toBe('Sent, the mail server accepted it');
  expect(await post({ Message: event('Bounce', bounce) })).toBe(200);
  expect(await statusOf()).toBe('Not delivered: the mailbox answered 5.1.1, Permanent, General');
  expect(await post({ Message: event('Delivery') }, { version: '1' })).toBe(200);
  expect(await statusOf()).toBe('Delivered');
  expect(await post({ Message: event('Bounce', bounce) })).toBe(200);
  expect(await statusOf()).toBe('Delivered');
});

it('[C-41] an event without our tag is found by the id of Amazon, and one of an unknown email or kind changes nothing', async () => {
  for (const Message of [
    event('Open'),
    event('Complaint'),
    'no json',
    JSON.stringify({ eventType: 'Delivery' }),
  ])
    expect(await post({ Message })).toBe(200);
  const unknown = JSON.stringify({ eventType: 'Delivery', mail: { messageId: 'ses-other' } });
  expect(await post({ Message: unknown })).toBe(200);
  expect(await statusOf()).toBe('Sent, the mail server accepted it');
  const known = JSON.stringify({ notificationType: 'Delivery', mail: { messageId: `ses-${id}` } });
  expect(await post({ Message: known })).toBe(200);
  expect(await statusOf()).toBe('Delivered');
});

it('[C-41] a forged, changed, foreign or old message changes nothing', async () => {
  const Message = event('Delivery');
  const old = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const rejected: [string, Record<string, string>, Options][] = [
    ['signed by somebody else', { Message }, { privateKey: stranger.privateKey }],
    ['changed', { Message: event('Bounce', bounce) }, { change: { Message } }],
    ['of another topic', { Message, TopicArn: `${topic}2` }, {}],
    ['old', { Message, Timestamp: old }, {}],
    [
      'with another host',
      { Message },
      { change: { SigningCertURL: certificateUrl.replace('.com/', '.com.evil.example/') } },
    ],
    [
      'with another region',
      { Message },
      { change: { SigningCertURL: certificateUrl.replace('ap-south-1', 'us-east-1') } },
    ],
    ['by http', { Message }, { change: { SigningCertURL: certificateUrl.replace('https', 'http') } }],
    ['of another version', { Message }, { change: { SignatureVersion: '3' } }],
    ['of another type', { Message, Type: 'UnsubscribeConfirmation' }, {}],
  ];
  for (const [what, fields, options] of rejected)
    expect([what, await post(fields, options)]).toEqual([what, 403]);
  expect(await statusOf()).toBe('Sent, the mail server accepted it');
});

it('[C-41] confirms the subscription of its own topic once it is signed', async () => {
  const SubscribeURL = 'https://sns.ap-south-1.amazonaws.com/?Action=ConfirmSubscription&Token=x';
  const asked = { Type: 'SubscriptionConfirmation', Message: 'You have chosen …', SubscribeURL, Token: 'x' };
  expect(await post(asked, { privateKey: stranger.privateKey })).toBe(403);
  expect(await post(asked)).toBe(200);
  expect(confirmed).toEqual([SubscribeURL]);
});
