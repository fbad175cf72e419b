import { sql } from 'kysely';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { loadApplications } from '../application-aggregate.ts';
import { notifyCandidate } from '../record-transition.ts';

/** Housekeeping calls this every ten minutes, so the next round notifies the rest. */
const batchSize = 200;

/**
 * Notifies candidates whose application has expired. Expiry is one statement over many rows and sends no messages
 * itself; the outbox shows which history rows have theirs already.
 */
export async function notifyExpired(
  db: Db,
  messages: Pick<Messages, 'queue'>,
  config: Pick<Config, 'siteOrigin'>,
): Promise<void> {
  const events = await db
    .selectFrom('applicationEvent')
    .select(['id', 'applicationId', 'reasonCode'])
    .where('action', '=', 'EXPIRE')
    .where('at', '>', sql<Date>`now() - interval '2 days'`)
    .where(
      sql<boolean>`not exists (
        select from outbox where dedupe_key = 'application:' || application_event.id || ':email')`,
    )
    .orderBy('at')
    .limit(batchSize)
    .execute();
  const aggregates = await loadApplications(
    db,
    events.map(({ applicationId }) => applicationId),
    null,
  );
  for (const aggregate of aggregates) {
    const event = events.find(({ applicationId }) => applicationId === aggregate.application.id);
    if (!event) continue;
    const { id, reasonCode } = event;
    await db
      .transaction()
      .execute((trx) => notifyCandidate({ trx, messages, config }, aggregate, id, 'EXPIRE', { reasonCode }));
  }
}
