import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { testEventType } from '#lib/domain/staff/webhooks.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { queueForWebhook } from '#lib/server/messages/webhooks/queue-webhook.ts';
import { recordStaffAudit } from '../audit.ts';
import { requireDelivery } from './find-deliveries.ts';
import { requireWebhook } from './find-webhooks.ts';

type SendDeps = Pick<ApiDeps, 'db' | 'messages'>;

/** Queues an event that says nothing, and returns its id. Throws NOT_FOUND and INVALID_STATE. */
export async function sendTest(
  { db, messages }: SendDeps,
  staffId: string,
  webhookId: string,
): Promise<string> {
  await requireActive(db, webhookId);
  const id = uuidv7();
  await db.transaction().execute(async (trx) => {
    const event = { id, type: testEventType, timestamp: new Date(), data: { webhook_id: webhookId } };
    await queueForWebhook({ trx, messages }, webhookId, event, id);
    await recordStaffAudit(trx, staffId, 'webhook.SEND_TEST', webhookId);
  });
  return id;
}

/**
 * Sends an event again with the same id, as if it had just happened; one that waits is tried now. Throws NOT_FOUND and
 * INVALID_STATE.
 */
export async function sendAgain(
  { db }: SendDeps,
  staffId: string,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await requireActive(db, webhookId);
  const { type } = await requireDelivery(db, webhookId, deliveryId);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('outbox')
      .set({ status: 'QUEUED', attempts: 0, isClaimed: false, uncertainAttempts: 0, finishedAt: null })
      .set({ dueAt: sql<Date>`now()`, lastError: null, dismissedAt: null })
      .where('id', '=', deliveryId)
      // A request that is running has claimed it, and its outcome is recorded by the number of the attempt.
      .where((where) => where.or([where('status', '<>', 'QUEUED'), where('isClaimed', '=', false)]))
      .execute();
    await recordStaffAudit(trx, staffId, 'webhook.SEND_AGAIN', webhookId, { type });
  });
}

async function requireActive(db: Db, webhookId: string): Promise<void> {
  const { status } = await requireWebhook(db, webhookId);
  if (status !== 'ACTIVE')
    throw new HttpError('INVALID_STATE', {
      message: 'This webhook gets no events now. Let it get events first.',
    });
}
