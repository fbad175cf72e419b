import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { staffPaging } from '#lib/contract/staff/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { deliveryStatusLabels, webhookEventLabels, webhookStatusLabels } from '#lib/domain/staff/webhooks.ts';

/** Webhooks, which only admins see and change: staff who are no admins get 403. */

/** The version that the form was made from; the next one has to fit the column too. */
const rowVersion = z.int().check(z.minimum(1), z.maximum(2_147_483_646));
const eventType = z.enum(keysOf(webhookEventLabels), { error: 'Choose events from the list' });

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(eventType),
  status: z.enum(keysOf(webhookStatusLabels)),
  statusLabel: z.string(),
  version: z.number(),
  createdAt: instant,
  /** The person who added it; null once the account is deleted. */
  createdBy: z.nullable(z.string()),
  /** Until when requests are signed with the old secret too. */
  oldSecretUntil: z.nullable(instant),
  /** Since when no request succeeded. */
  failingSince: z.nullable(instant),
  lastDeliveredAt: z.nullable(instant),
});
export type Webhook = z.output<typeof webhook>;

/** The secret is in this response only. */
const withSecret = z.object({ webhook, secret: z.nullable(z.string()) });

const attempt = z.object({
  at: instant,
  /** The HTTP status; null where nobody answered. */
  status: z.nullable(z.number()),
  error: z.nullable(z.string()),
  durationMs: z.number(),
  /** The first bytes of the answer. */
  answer: z.string(),
});

export const webhookDelivery = z.object({
  /** The `webhook-id` of its requests. */
  id: z.string(),
  type: z.string(),
  status: z.enum(keysOf(deliveryStatusLabels)),
  statusLabel: z.string(),
  createdAt: instant,
  /** When it is tried again. */
  nextAttemptAt: z.nullable(instant),
  /** The body of the request. */
  body: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** The latest attempts, the latest first. */
  attempts: z.array(attempt),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const deliveriesQuery = z.object(staffPaging);

const webhookFields = {
  name: z
    .string({ error: 'Enter a name' })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Enter a name'), maxLength(80)),
  /** https, on the public internet. */
  url: z.string({ error: 'Enter an address' }).check(z.trim(), maxLength(2048)),
  events: z.array(eventType).check(z.minLength(1, 'Choose at least one event'), z.maxLength(20)),
};

const route = { row: 'C-41', access: 'staff' } as const;
const errors = ['PERMISSION_DENIED'] as const;
const sensitive = [...errors, 'REAUTH_REQUIRED'] as const;

export const webhookRoutes = {
  'GET /api/v1/staff/webhooks/': endpoint({
    ...{ ...route, errors },
    summary: 'List the webhooks, for admins',
    response: z.object({ results: z.array(webhook) }),
  }),

  'POST /api/v1/staff/webhooks/create/': endpoint({
    ...route,
    summary: 'Add a webhook and return its secret; needs an OTP of the last 10 minutes. A repeat adds none',
    body: z.strictObject({
      /** Made by the sender, so that a request that is sent twice adds one webhook. */
      id: z.uuid({ error: 'Please reload the page' }),
      ...webhookFields,
    }),
    response: withSecret,
    errors: [...sensitive, 'LIMIT_REACHED'],
  }),

  'GET /api/v1/staff/webhooks/{webhookId}/': endpoint({
    ...{ ...route, errors },
    summary: 'Read a webhook',
    response: webhook,
  }),

  'PATCH /api/v1/staff/webhooks/{webhookId}/update/': endpoint({
    ...route,
    summary: 'Change name, address and events; needs an OTP of the last 10 minutes',
    body: z.strictObject({ ...webhookFields, version: rowVersion }),
    response: webhook,
    errors: [...sensitive, 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/webhooks/{webhookId}/replace-secret/': endpoint({
    ...route,
    summary:
      'Make a new secret and return it; the old one signs too for 24 hours. Needs an OTP of the last 10 minutes',
    body: z.strictObject({ version: rowVersion }),
    response: withSecret,
    errors: [...sensitive, 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/webhooks/{webhookId}/set-active/': endpoint({
    ...{ ...route, errors },
    summary: 'Pause a webhook, or let it get events again',
    body: z.strictObject({ isActive: z.boolean() }),
    response: webhook,
  }),

  'POST /api/v1/staff/webhooks/{webhookId}/delete/': endpoint({
    ...{ ...route, errors },
    summary: 'Delete a webhook with its log',
    body: z.strictObject({}),
    response: z.object({}),
  }),

  'POST /api/v1/staff/webhooks/{webhookId}/send-test/': endpoint({
    ...route,
    summary: 'Send an event of the type webhook.test, and return what came of it',
    body: z.strictObject({}),
    response: webhookDelivery,
    errors: [...errors, 'INVALID_STATE'],
  }),

  'GET /api/v1/staff/webhooks/{webhookId}/deliveries/': endpoint({
    ...{ ...route, errors },
    summary: 'List the events of the last 30 days, the latest first, with the attempts to deliver each',
    query: deliveriesQuery,
    response: listOf(webhookDelivery),
  }),

  'POST /api/v1/staff/webhooks/{webhookId}/deliveries/{deliveryId}/send-again/': endpoint({
    ...route,
    summary: 'Send an event again, with the same webhook-id; one that waits is tried now',
    body: z.strictObject({}),
    response: webhookDelivery,
    errors: [...errors, 'INVALID_STATE'],
  }),
};
