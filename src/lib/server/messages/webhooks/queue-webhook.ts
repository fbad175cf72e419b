import type { MessageKind } from '../message.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { webhookRecipient } from './deliver-to-webhooks.ts';

/** An event for another system. `timestamp` is when it happened. */
export interface WebhookEvent {
  /** `lead.created` */
  type: string;
  timestamp: Date;
  /** The subject, with keys as on the wire. */
  data: Record<string, unknown>;
}

/** The recipient of the outbox that stands for `LEADS_WEBHOOK_URL`, whose address may hold a secret. */
const leadsWebhook = 'leads-webhook';

/** Queues an event to a webhook in the caller's transaction, once per `dedupeKey`. It is for a system, so no person is asked. */
export function queueWebhook(
  { trx, messages }: Pick<UnitOfWork, 'trx' | 'messages'>,
  kind: MessageKind,
  { type, timestamp, data }: WebhookEvent,
  dedupeKey: string,
): Promise<void> {
  const text = JSON.stringify({ type, timestamp: timestamp.toISOString(), data });
  return messages.queue(trx, {
    ...{ to: leadsWebhook, medium: 'WEBHOOK', text, summary: type },
    ...{ kind, userId: null, dedupeKey },
  });
}

/**
 * Queues an event for a webhook that an admin has added, in the caller's transaction. It stays for 30 days, so that it can be sent
 * again. Its id is that of the event; with `messageId` also that of the row of the outbox.
 */
export function queueForWebhook(
  { trx, messages }: Pick<UnitOfWork, 'trx' | 'messages'>,
  webhookId: string,
  { id, type, timestamp, data }: WebhookEvent & { id: string },
  messageId?: string,
): Promise<void> {
  return messages.queue(trx, {
    ...{ to: webhookRecipient(webhookId), medium: 'WEBHOOK', subject: type, summary: type },
    text: JSON.stringify({ type, timestamp: timestamp.toISOString(), data }),
    ...{ kind: 'webhook-event', userId: null, isRepeatable: true },
    dedupeKey: `webhook:${webhookId}:${id}`,
    ...(messageId !== undefined && { id: messageId }),
  });
}
