import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type ApplicationAggregate, latestOffer, loadApplications } from '../application-aggregate.ts';
import { expireDraftsOfJob } from '../due-transitions.ts';
import { notifyCandidate } from '../record-transition.ts';

/** Housekeeping calls this every ten minutes, so the next round notifies the rest. */
const batchSize = 200;

/**
 * Notifies candidates whose application or offer has expired. Expiry is one statement over many rows and sends no messages
 * itself; the outbox shows which history rows have theirs already.
 */
export async function notifyExpired(
  db: Db,
  messages: Pick<Messages, 'queue'>,
  config: UnitOfWork['config'],
): Promise<void> {
  const events = await listUnnotified(db);
  await notifyEach(db, events, (aggregate, { id, action, reasonCode }) =>
    db.transaction().execute((trx) =>
      notifyCandidate({ trx, messages, config }, aggregate, id, action ?? 'EXPIRE', {
        reasonCode,
        offer: latestOffer(aggregate),
      }),
    ),
  );
}

/**
 * Expires the started applications of a job that has closed and notifies their candidates, in one transaction. Returns the
 * number of applications.
 */
export async function endDrafts(work: UnitOfWork, jobId: string): Promise<number> {
  const count = await expireDraftsOfJob(work.trx, jobId);
  const events = await listUnnotified(work.trx, jobId);
  await notifyEach(work.trx, events, (aggregate, { id, reasonCode }) =>
    notifyCandidate(work, aggregate, id, 'EXPIRE', { reasonCode }),
  );
  return count;
}

type ExpiryEvent = Awaited<ReturnType<typeof listUnnotified>>[number];

/** Lists expiries without a message, the oldest first; of one job all, else as many as a round handles. */
function listUnnotified(db: Db, jobId?: string) {
  return db
    .selectFrom('applicationEvent')
    .select(['id', 'applicationId', 'action', 'reasonCode'])
    .where('action', 'in', jobId === undefined ? ['EXPIRE', 'EXPIRE_OFFER'] : ['EXPIRE'])
    .where('undoneAt', 'is', null)
    .where('at', '>', sql<Date>`now() - interval '2 days'`)
    .where(
      sql<boolean>`not exists (
        select from outbox where dedupe_key in ('application:' || application_event.id || ':sms',
            'application:' || application_event.id || ':email'))`,
    )
    .$if(jobId !== undefined, (query) =>
      query.where('applicationId', 'in', (from) =>
        from
          .selectFrom('jobApplication')
          .select('id')
          .where('jobId', '=', jobId ?? ''),
      ),
    )
    .$if(jobId === undefined, (query) => query.limit(batchSize))
    .orderBy('at')
    .execute();
}

async function notifyEach(
  db: Db,
  events: readonly ExpiryEvent[],
  notify: (aggregate: ApplicationAggregate, event: ExpiryEvent) => Promise<void>,
): Promise<void> {
  const aggregates = await loadApplications(
    db,
    events.map(({ applicationId }) => applicationId),
    null,
  );
  // Two transactions must count the messages of the same people in one order.
  for (const aggregate of aggregates.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1))) {
    const event = events.find(({ applicationId }) => applicationId === aggregate.application.id);
    if (event) await notify(aggregate, event);
  }
}
