import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Medium } from '../message.ts';
import type { DeliveryReport } from './delivery-report.ts';

/** More than any provider sends in one request. */
const maxReports = 200;

/**
 * Records what a provider reports about its own media. The first final state stays, so a repeated or late report changes
 * nothing, and a message that nobody knows is ignored. One statement per message. [C-41]
 */
export async function recordReports(
  db: Db,
  media: readonly Medium[],
  reports: readonly DeliveryReport[],
): Promise<void> {
  for (const { messageId, providerId, state, reason } of reports.slice(0, maxReports)) {
    const isOurs = messageId !== null && isUuid(messageId);
    if (!isOurs && providerId === null) continue;
    await db
      .updateTable('outbox')
      .set({ delivery: state, deliveryReason: reason, deliveryAt: sql<Date>`now()` })
      .where(isOurs ? 'id' : 'providerId', '=', isOurs ? messageId : providerId)
      .where('medium', 'in', [...media])
      .where('delivery', 'is', null)
      .execute();
  }
}
