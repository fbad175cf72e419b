import { sql } from 'kysely';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { loadApplications } from './application-aggregate.ts';
import { tellCandidate } from './tell-candidate.ts';

/** As many as one round tells; the next one goes on. */
const round = 200;

/**
 * Tells candidates whose application ended by itself. The ending is one statement over many rows, often with nobody
 * there, so its messages follow: each once, since its history row names them.
 */
export async function tellExpired(
  db: Db,
  messages: Pick<Messages, 'queue'>,
  config: Pick<Config, 'siteOrigin'>,
): Promise<void> {
  const ended = await db
    .selectFrom('applicationEvent')
    .innerJoin('jobApplication', 'jobApplication.id', 'applicationEvent.applicationId')
    .selectAll('jobApplication')
    .select(['applicationEvent.id as eventId', 'applicationEvent.reasonCode'])
    .where('action', '=', 'EXPIRE')
    .where('at', '>', sql<Date>`now() - interval '2 days'`)
    .where(
      sql<boolean>`not exists (
        select from outbox where dedupe_key = 'application:' || application_event.id || ':email')`,
    )
    .orderBy('at')
    .limit(round)
    .execute();
  const standings = await loadApplications(db, ended, null);
  for (const standing of standings) {
    const event = ended.find(({ id }) => id === standing.application.id);
    if (!event) continue;
    const { eventId, reasonCode } = event;
    await db
      .transaction()
      .execute((trx) =>
        tellCandidate({ trx, messages, config }, standing, eventId, { action: 'EXPIRE' }, { reasonCode }),
      );
  }
}
