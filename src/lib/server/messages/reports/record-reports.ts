import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Medium } from '../message.ts';
import type { DeliveryReport } from './delivery-report.ts';

/** Returns the condition on which a report says more than what is known: nothing < failed < failed with a reason < delivered. */
const isBetterInformed = (state: DeliveryReport['state'], reason: string | null) =>
  state === 'DELIVERED'
    ? sql<boolean>`delivery is distinct from 'DELIVERED'`
    : sql<boolean>`(delivery is null or (delivery = 'FAILED' and delivery_reason is null and ${reason}::text is not null))`;

/** More than any provider sends in one request. */
const maxReports = 200;

/**
 * Records what a provider reports about its own media. Reports come late, twice and in any order, so a state only rises: a
 * message that failed may turn out to be delivered, and what was delivered stays so. Of two failures, the one with a reason
 * stays. A message that nobody knows is ignored. One statement per report. [C-41]
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
      .where(isBetterInformed(state, reason))
      .execute();
  }
}
