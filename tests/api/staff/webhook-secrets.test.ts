import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessages } from '#lib/server/messages/index.ts';
import { createWebhooksDelivery } from '#lib/server/messages/webhooks/deliver-to-webhooks.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import {
  readEvents,
  startWebhookScene,
  type WebhookScene,
  webhookBody,
  webhooksPath,
} from '../../support/staff/webhooks.ts';

const test = useTestApi();
let scene: WebhookScene;

beforeEach(async () => {
  scene = await startWebhookScene(test);
});
afterEach(() => scene.receiver.close());

const askAdmin = (key: string, body: object = {}) =>
  scene.admin.call(key, key.startsWith('GET') ? undefined : body);
const sendTest = () => askAdmin(`POST ${webhooksPath}${scene.webhook.id}/send-test/`);
const create = (body: object) => askAdmin(`POST ${webhooksPath}create/`, body);

it('[C-19] a secret is shown once and never stored', async () => {
  const { secret, id } = scene.webhook;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { body } = await askAdmin(`GET ${webhooksPath}${id}/`);
  expect(JSON.stringify(body)).not.toContain(secret);
  const stored = await test.db.selectFrom('webhook').selectAll().execute();
  const audit = await test.db.selectFrom('auditEvent').selectAll().execute();
  expect(JSON.stringify([stored, audit])).not.toContain(secret.slice(6));
});

it('[C-41] a form that is sent twice adds one webhook, and both answers have its secret', async () => {
  const body = webhookBody(scene.receiver.url);
  const [one, other] = await Promise.all([create(body), create(body)]);
  expect([one?.body.secret, one?.status]).toEqual([other?.body.secret, 200]);
  await travel(test.db, 601);
  expect((await create(body)).body.error_code).toMatch(/REAUTH_REQUIRED|ALREADY_EXISTS/);
  expect((await askAdmin(`GET ${webhooksPath}`)).body.results).toHaveLength(2);
});

it('[C-41] for a day after it is replaced, the old secret signs too', async () => {
  const { id, secret: old } = scene.webhook;
  const { body } = await askAdmin(`POST ${webhooksPath}${id}/replace-secret/`, { version: 1 });
  const again = await askAdmin(`POST ${webhooksPath}${id}/replace-secret/`, { version: 1 });
  expect([again.status, again.body.error_code]).toEqual([409, 'STALE_WRITE']);
  expect(body.secret).not.toBe(old);
  await sendTest();
  for (const secret of [old, body.secret]) expect(readEvents(scene.receiver, secret)).toHaveLength(1);
  await travel(test.db, 86_400);
  scene.receiver.received.length = 0;
  await sendTest();
  expect(readEvents(scene.receiver, body.secret)).toHaveLength(1);
  expect(() => readEvents(scene.receiver, old)).toThrow();
});

describe('[C-08] after SECRET_KEY was changed', () => {
  const deliverWith = async (secretKeys: readonly [string, ...string[]]) => {
    const messages = createMessages({
      ...{ config: { ...test.config, secretKeys }, db: test.db, log: test.log },
      renderAttachment: () => Promise.reject(new Error('none')),
      findRecipient: async () => null,
      onDelivered: async () => {},
      onFailed: async () => {},
    });
    const { body } = await sendTest();
    scene.receiver.received.length = 0;
    await test.db.updateTable('outbox').set({ status: 'QUEUED', dueAt: new Date(), attempts: 0 }).execute();
    await messages.deliverQueued('systems');
    await messages.close();
    const deliveries = await askAdmin(`GET ${webhooksPath}${scene.webhook.id}/deliveries/`);
    return deliveries.body.results.find(({ id }: { id: string }) => id === body.id);
  };
  const newKey = 'another key that is thirty-two characters';

  it('a secret stays as it is while the old key is listed', async () => {
    const event = await deliverWith([newKey, test.config.secretKeys[0]]);
    expect(event.status).toBe('SENT');
    expect(readEvents(scene.receiver, scene.webhook.secret)).toHaveLength(1);
  });

  it('an event says that the secret has to be replaced once the old key is gone', async () => {
    const event = await deliverWith([newKey]);
    expect(event).toMatchObject({ status: 'FAILED', last_error: expect.stringContaining('replace it') });
    expect(scene.receiver.received).toEqual([]);
  });
});

it('[C-39] staff who are no admins get 403 from every endpoint, and admins need a recent OTP to change where events go', async () => {
  const staff = await signUpStaff(test);
  const { id } = scene.webhook;
  const fields = { name: 'X', url: 'https://x.example/', events: ['offer.made'] };
  const requests: [string, object][] = [
    [`GET ${webhooksPath}`, {}],
    [`POST ${webhooksPath}create/`, { id: randomUUID(), ...fields }],
    [`GET ${webhooksPath}${id}/`, {}],
    [`PATCH ${webhooksPath}${id}/update/`, { ...fields, version: 1 }],
    [`POST ${webhooksPath}${id}/replace-secret/`, { version: 1 }],
    [`POST ${webhooksPath}${id}/set-active/`, { is_active: false }],
    [`POST ${webhooksPath}${id}/delete/`, {}],
    [`POST ${webhooksPath}${id}/send-test/`, {}],
    [`GET ${webhooksPath}${id}/deliveries/`, {}],
    [`POST ${webhooksPath}${id}/deliveries/${randomUUID()}/send-again/`, {}],
  ];
  for (const [key, body] of requests)
    expect([
      key,
      (await staff.visitor.call(key, key.startsWith('GET') ? undefined : body)).body.error_code,
    ]).toEqual([key, 'PERMISSION_DENIED']);
  await travel(test.db, 11 * 60);
  for (const [key, body] of [requests[1], requests[3], requests[4]].filter((one) => one !== undefined))
    expect([key, (await askAdmin(key, body)).body.error_code]).toEqual([key, 'REAUTH_REQUIRED']);
  expect((await askAdmin(`POST ${webhooksPath}${id}/delete/`)).status).toBe(200);
  expect((await askAdmin(`GET ${webhooksPath}`)).body.results).toEqual([]);
});

it('[C-34] in production an address has to be https and public, when it is saved and when it is called', async () => {
  const config = { ...test.config, webhooksMayBePrivate: false };
  const deliver = createWebhooksDelivery({ db: test.db, config, onDisabled: () => {} });
  const message = { to: `webhook:${scene.webhook.id}`, medium: 'WEBHOOK', text: '{}' } as const;
  await expect(deliver(message, randomUUID())).rejects.toThrow('the webhook has a private address');
  expect(scene.receiver.received).toEqual([]);
  test.config.webhooksMayBePrivate = false;
  try {
    for (const url of [
      'http://crm.example/',
      'https://10.0.0.1/',
      'https://u:p@crm.example/',
      'https://crm/',
      'x',
    ])
      expect([url, (await create(webhookBody(url))).body.field_errors]).toEqual([
        url,
        { url: expect.any(String) },
      ]);
  } finally {
    test.config.webhooksMayBePrivate = true;
  }
});
