import type { MessageKind } from '../message.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

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
