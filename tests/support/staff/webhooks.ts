import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { webhookRoutes } from '#lib/contract/staff/settings/webhooks.ts';
import { queueWebhookEvents } from '#lib/server/staff/settings/queue-webhook-events.ts';
import { type Provider, startProvider } from '../../server/messages/provider.ts';
import type { TestApi } from '../api.ts';
import { travel } from '../database.ts';
import { signUpStaff } from '../hiring/staff.ts';
import { deliverDue } from '../messages/deliver-due.ts';
import type { Visitor } from '../visitor.ts';

export const webhooksPath = '/api/v1/staff/webhooks/';
const allEvents = [
  'lead.created',
  'enrolment.confirmed',
  'application.status_changed',
  'offer.made',
  'offer.accepted',
  'offer.declined',
];

export const webhookBody = (url: string, more: object = {}) => ({
  ...{ id: randomUUID(), name: 'Our CRM', url, events: allEvents },
  ...more,
});

/** An admin, and a webhook whose receiver a test plays. */
export interface WebhookScene {
  admin: Visitor;
  adminId: string;
  receiver: Provider;
  webhook: { id: string; secret: string; version: number };
}

export async function startWebhookScene(test: TestApi): Promise<WebhookScene> {
  const { visitor: admin, id: adminId } = await signUpStaff(test);
  await test.db.insertInto('userRole').values({ userId: adminId, role: 'admin' }).execute();
  const receiver = await startProvider();
  const { status, body } = await admin.call(
    `POST ${webhooksPath}create/`,
    webhookBody(`${receiver.url}/hooks?team=1`),
  );
  expect(status, JSON.stringify(body)).toBe(200);
  // The sign-up of the admin was a lead before there was a webhook.
  return { admin, adminId, receiver, webhook: { ...body.webhook, secret: body.secret } };
}

/** Queues what has happened and delivers it, as the server does after the time for an undo. */
export async function deliverEvents(test: TestApi): Promise<void> {
  await travel(test.db, 15);
  await queueWebhookEvents(test);
  await deliverDue(test);
}

interface ReceivedEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Checks the signatures of what was received by the reference library, and returns the events. */
export function readEvents({ received }: Pick<Provider, 'received'>, secret: string): ReceivedEvent[] {
  return received.map(
    ({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent,
  );
}

/** Every write of admins about webhooks. */
export type WebhookWrite = Exclude<keyof typeof webhookRoutes, `GET ${string}`>;

/** One valid request for each write endpoint of webhooks. A missing endpoint does not compile. */
export function webhookWrites(
  test: TestApi,
  scene: () => { staff: Visitor; id: string },
): Record<WebhookWrite, () => Promise<{ key: string; body: object }>> {
  const beAdmin = () =>
    test.db.insertInto('userRole').values({ userId: scene().id, role: 'admin' }).execute();
  const insert = async () => {
    await beAdmin();
    const { body } = await scene().staff.call(
      `POST ${webhooksPath}create/`,
      // Nobody listens there.
      webhookBody('http://127.0.0.1:9/'),
    );
    return body.webhook.id as string;
  };
  const onExisting = (step: string, body: object) => async () => ({
    key: `POST ${webhooksPath}${await insert()}/${step}/`,
    body,
  });
  return {
    'POST /api/v1/staff/webhooks/create/': async () => {
      await beAdmin();
      return { key: `POST ${webhooksPath}create/`, body: webhookBody('http://127.0.0.1:9/') };
    },
    'PATCH /api/v1/staff/webhooks/{webhookId}/update/': async () => {
      const { id: _, ...fields } = webhookBody('http://127.0.0.1:9/', { name: 'The bookkeeping' });
      return { key: `PATCH ${webhooksPath}${await insert()}/update/`, body: { ...fields, version: 1 } };
    },
    'POST /api/v1/staff/webhooks/{webhookId}/replace-secret/': onExisting('replace-secret', { version: 1 }),
    'POST /api/v1/staff/webhooks/{webhookId}/set-active/': onExisting('set-active', { is_active: false }),
    'POST /api/v1/staff/webhooks/{webhookId}/delete/': onExisting('delete', {}),
    'POST /api/v1/staff/webhooks/{webhookId}/send-test/': onExisting('send-test', {}),
    'POST /api/v1/staff/webhooks/{webhookId}/deliveries/{deliveryId}/send-again/': async () => {
      const id = await insert();
      const { body } = await scene().staff.call(`POST ${webhooksPath}${id}/send-test/`, {});
      return { key: `POST ${webhooksPath}${id}/deliveries/${body.id}/send-again/`, body: {} };
    },
  };
}
