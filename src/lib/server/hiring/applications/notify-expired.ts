import { sql } from 'kysely';
import type { ApiDeps } from '#lib/server/context.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type ApplicationAggregate, latestOffer, loadApplications } from '../application-aggregate.ts';
import { expireDraftsOfJob } from '../due-transitions.ts';
import { notifyCandidate } from '../notify-candidate.ts';

/** Housekeeping calls this every ten minutes, so the next round notifies the rest. */
const maxNotified = 200;

/**
 * Notifies candidates whose application or offer has expired. Expiry is one statement over many rows and sends no messages
 * itself; the outbox shows which history rows have theirs already. One that fails is logged and tried in the next round. People
 * who get no message, because they have turned updates off, do not count, so that they do not keep others from theirs.
 */
export async function notifyExpired(deps: ExpiryDeps): Promise<void> {
  let after = '';
  for (let notified = 0; notified < maxNotified; ) {
    const events = await listUnnotified(deps.db, { after, limit: maxNotified });
    const last = events.at(-1);
    if (!last) return;
    await notifyAll(deps, events);
    const ids = events.map(({ id }) => id);
    notified += ids.length - (await listUnnotified(deps.db, { ids })).length;
    after = last.id;
  }
}

type ExpiryDeps = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'log'>;

async function notifyAll(
  { db, messages, config, log }: ExpiryDeps,
  events: readonly ExpiryEvent[],
): Promise<void> {
  const pending = await listPending(db, events);
  const byId = new Map(pending.map((one) => [one.event.id, one]));
  await runEach({ log, event: 'application.expiry-error' }, [...byId.keys()], async (id) => {
    const one = byId.get(id);
    if (one) await db.transaction().execute((trx) => notifyOne({ trx, messages, config }, one));
  });
}

/**
 * Expires the started applications of a job that has closed and notifies their candidates, in one transaction. Returns the
 * number of applications.
 */
export async function endDrafts(work: UnitOfWork, jobId: string): Promise<number> {
  const count = await expireDraftsOfJob(work.trx, jobId);
  const events = await listUnnotified(work.trx, { jobId });
  for (const one of await listPending(work.trx, events)) await notifyOne(work, one);
  return count;
}

type ExpiryEvent = Awaited<ReturnType<typeof listUnnotified>>[number];

interface ExpiryFilter {
  jobId?: string;
  ids?: readonly string[];
  after?: string;
  limit?: number;
}

/** Lists expiries of the last two days without a message, the oldest first; those of a job are drafts. `after` is an id. */
function listUnnotified(db: Db, { jobId, ids, after, limit }: ExpiryFilter) {
  return (
    db
      .selectFrom('applicationEvent')
      .select(['id', 'applicationId', 'action', 'reasonCode'])
      .where('action', 'in', jobId === undefined ? ['EXPIRE', 'EXPIRE_OFFER'] : ['EXPIRE'])
      .where('undoneAt', 'is', null)
      // A later message took the place of theirs.
      .where('replacedById', 'is', null)
      .where('at', '>', sql<Date>`now() - interval '2 days'`)
      .where(
        sql<boolean>`not exists (
        select from outbox where dedupe_key in ('application:' || application_event.id || ':sms',
            'application:' || application_event.id || ':email', 'application:' || application_event.id || ':whatsapp'))`,
      )
      .$if(jobId !== undefined, (query) =>
        query.where('applicationId', 'in', (from) =>
          from
            .selectFrom('jobApplication')
            .select('id')
            .where('jobId', '=', jobId ?? ''),
        ),
      )
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .$if(Boolean(after), (query) =>
        query.where(sql<boolean>`(at, id) > (select at, id from application_event where id = ${after})`),
      )
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .orderBy('at')
      .orderBy('id')
      .execute()
  );
}

interface PendingExpiry {
  aggregate: ApplicationAggregate;
  event: ExpiryEvent;
}

/** Loads the applications of expiries, in the order in which two transactions must count the messages of the same people. */
async function listPending(db: Db, events: readonly ExpiryEvent[]): Promise<PendingExpiry[]> {
  const ids = events.map(({ applicationId }) => applicationId);
  const aggregates = await loadApplications(db, ids, null);
  return aggregates
    .toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1))
    .flatMap((aggregate) => {
      const event = events.find(({ applicationId }) => applicationId === aggregate.application.id);
      return event ? [{ aggregate, event }] : [];
    });
}

const notifyOne = (work: UnitOfWork, { aggregate, event }: PendingExpiry): Promise<void> =>
  notifyCandidate(work, aggregate, event.id, event.action ?? 'EXPIRE', {
    reasonCode: event.reasonCode,
    offer: latestOffer(aggregate),
  });
