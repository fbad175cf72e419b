import { sql } from 'kysely';
import { deleteBatches } from '#lib/server/core/delete-batches.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import type { Deliver } from './delivery/breaker.ts';
import { DeliveryError, DeliveryPausedError, type Medium, type Message } from './message.ts';

/**
 * Retries of each medium. An SMS or a WhatsApp message is useless after half an hour, and an email or an event may wait for its server for about
 * a day (RFC 5321, 4.5.4.1). Pauses double from 10 s up to the longest.
 */
const retryPolicy: Record<Medium, { attempts: number; longestPause: number }> = {
  SMS: { attempts: 8, longestPause: 600 },
  VOICE_CALL: { attempts: 8, longestPause: 600 },
  WHATSAPP: { attempts: 8, longestPause: 600 },
  EMAIL: { attempts: 32, longestPause: 3600 },
  WEBHOOK: { attempts: 32, longestPause: 3600 },
};
const batchSize = 10;
// Longer than the slowest delivery, email's 60 s, because another process claims the message afterwards.
const leaseSeconds = 120;
/** Longer than staff can undo the change whose message takes the place of an earlier one. */
const replacementSeconds = 120;
/** A server that received a message and did not respond may have accepted it, so only one more copy is sent. */
const maxCopies = 2;
/** An attempt whose outcome was not recorded may have sent nothing, and a lost message is worse than a second copy. */
const maxUnknownOutcomes = 5;

/** Functions that run when a message is finished, in the transaction that records its outcome. */
export interface DeliveryHooks {
  onDelivered: (trx: Db, messageId: string) => Promise<void>;
  onFailed: (trx: Db, messageId: string) => Promise<void>;
}

export interface OutboxDeps extends DeliveryHooks {
  db: Db;
  deliver: Deliver;
  log: Log;
  /** Whose messages are delivered, all unless given. */
  lane?: OutboxLane;
}

/** Messages that wait for one provider, so that none waits for another one that is slow. */
export type OutboxLane = 'emails' | 'phones' | 'whatsapp' | 'systems';

export const outboxLanes: Record<OutboxLane, Medium[]> = {
  emails: ['EMAIL'],
  phones: ['SMS', 'VOICE_CALL'],
  whatsapp: ['WHATSAPP'],
  systems: ['WEBHOOK'],
};

interface ClaimedMessage {
  id: string;
  attempts: number;
  /**
   * The number of earlier attempts that may have delivered the message: the server did not respond, or no
   * outcome was recorded.
   */
  uncertainAttempts: number;
  /** The message about a later change was queued during an earlier attempt, so this one would arrive after it. */
  isReplaced: boolean;
  message: Message;
}

/**
 * Delivers due messages outside any transaction, and returns true when there may be more to try now. Processes can do this in
 * parallel: each message is claimed by one of them until its lease ends. While a provider is paused, the others of its lane wait
 * without being claimed; systems are many providers, and each pauses for itself.
 */
export async function deliverDue(deps: OutboxDeps): Promise<boolean> {
  const claimed = await claimDue(deps.db, deps.lane);
  const isPaused = await Promise.all(claimed.map((one) => deliverOne(deps, one)));
  const isLanePaused = deps.lane !== 'systems' && isPaused.every(Boolean);
  return claimed.length === batchSize && !isLanePaused;
}

/** The messages about later changes that were queued while this one was attempted. */
const laterMessages = sql`select from outbox later where later.dedupe_key = any(outbox.replaced_by_keys)`;

/** Whether staff may still undo the change of a later message. An action on many people may take longer than the seconds below. */
const mayBeUndone = sql`(later.created_at > now() - make_interval(secs => ${replacementSeconds})
  or later.status = 'QUEUED' and later.attempts = 0 and later.due_at > now())`;

async function claimDue(db: Db, lane?: OutboxLane): Promise<ClaimedMessage[]> {
  const rows = await db
    .updateTable('outbox')
    .set({
      dueAt: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql<number>`attempts + 1`,
      // A message that is still claimed was attempted by a process that died or could not record the outcome.
      uncertainAttempts: sql<number>`uncertain_attempts + is_claimed::integer`,
      isClaimed: true,
    })
    .where('id', 'in', (from) =>
      from
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'QUEUED')
        .where('dueAt', '<=', sql<Date>`now()`)
        // The undo of a later change deletes its message, and then this one is sent after all.
        .where(sql<boolean>`not exists (${laterMessages} and ${mayBeUndone})`)
        .$if(lane !== undefined, (query) => query.where('medium', 'in', lane ? outboxLanes[lane] : []))
        .orderBy('dueAt')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'uncertainAttempts', 'recipient', 'medium', 'subject', 'text', 'html'])
    .returning(['attachments', 'code', 'unsubscribeUrl'])
    .returning(sql<boolean>`exists (${laterMessages})`.as('isReplaced'))
    .execute();
  return rows.map(
    ({ id, attempts, uncertainAttempts, isReplaced, recipient: to, medium, text, ...rest }) => ({
      ...{ id, attempts, uncertainAttempts, isReplaced },
      message: { to, medium, text: text ?? '', ...withoutNulls(rest) },
    }),
  );
}

type OptionalNonNull<T> = { [K in keyof T]?: NonNullable<T[K]> };

function withoutNulls<T extends object>(values: T): OptionalNonNull<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null),
  ) as OptionalNonNull<T>;
}

/** Returns whether the provider is paused. */
async function deliverOne(deps: OutboxDeps, claimed: ClaimedMessage): Promise<boolean> {
  const { deliver, log } = deps;
  const { id, attempts, message, uncertainAttempts } = claimed;
  if (claimed.isReplaced) {
    await finish(deps, claimed, { status: 'REPLACED' });
    return false;
  }
  if (uncertainAttempts >= maxUnknownOutcomes) {
    await finish(deps, claimed, { status: 'FAILED', lastError: 'no attempt had an outcome' });
    return false;
  }
  let providerId: string | null;
  try {
    providerId = await deliver(message, id);
  } catch (error) {
    await recordFailure(deps, claimed, error);
    return error instanceof DeliveryPausedError;
  }
  // Outside the try block: the message was delivered, so a failed write must not cause a retry before the lease ends.
  await finish(deps, claimed, { status: 'SENT', providerId, lastError: null }).catch((error) =>
    log.error({ err: error, event: 'outbox.error', id, attempts }, 'delivered, but not recorded'),
  );
  return false;
}

async function recordFailure(deps: OutboxDeps, claimed: ClaimedMessage, error: unknown): Promise<void> {
  const { db, log } = deps;
  const { id, attempts, message } = claimed;
  const isKnown = error instanceof DeliveryError || error instanceof DeliveryPausedError;
  const reason = isKnown ? error.message : 'unexpected failure';
  if (!isKnown) log.error({ err: error, event: 'outbox.error', id }, 'outbox delivery broke');
  if (error instanceof DeliveryPausedError)
    return postpone(db, claimed, { attempts: attempts - 1, seconds: 30, lastError: reason });
  const { attempts: allowed, longestPause } = retryPolicy[message.medium];
  const { isFinal = false, isUncertain = false } = error instanceof DeliveryError ? error : {};
  const isLastCopy = isUncertain && claimed.uncertainAttempts + 1 >= maxCopies;
  const givesUp = attempts >= allowed || isFinal || isLastCopy;
  log.warn(
    { event: givesUp ? 'outbox.failed' : 'outbox.retry', id, medium: message.medium, attempts, reason },
    'message not delivered',
  );
  if (givesUp) return finish(deps, claimed, { status: 'FAILED', lastError: reason });
  // Up to a quarter longer, so that messages that failed together are not retried together.
  const seconds = Math.min(5 * 2 ** attempts, longestPause) * (1 + Math.random() / 4);
  return postpone(db, claimed, { attempts, seconds, lastError: reason, isUncertain });
}

interface MessageOutcome {
  status: 'SENT' | 'FAILED' | 'REPLACED';
  lastError?: string | null;
  providerId?: string | null;
}

/**
 * Records the outcome, erases the text unless staff may send it again, and calls the hook, in one transaction. Does nothing if another
 * process has claimed the message in the meantime.
 */
async function finish(
  { db, onDelivered, onFailed }: OutboxDeps,
  { id, attempts }: ClaimedMessage,
  outcome: MessageOutcome,
): Promise<void> {
  const storeRepeatable = (column: 'text' | 'html' | 'summary') =>
    sql<string | null>`case when is_repeatable then ${sql.ref(column)} end`;
  const erased = {
    text: storeRepeatable('text'),
    html: storeRepeatable('html'),
    summary: storeRepeatable('summary'),
    code: null,
  };
  await db.transaction().execute(async (trx) => {
    const finished = await trx
      .updateTable('outbox')
      .set({ ...outcome, ...erased, finishedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .returning('id')
      .executeTakeFirst();
    if (finished) await (outcome.status === 'SENT' ? onDelivered : onFailed)(trx, id);
  });
}

interface PostponeOptions {
  attempts: number;
  seconds: number;
  lastError: string;
  isUncertain?: boolean;
}

async function postpone(
  db: Db,
  claimed: ClaimedMessage,
  { attempts, seconds, lastError, isUncertain = false }: PostponeOptions,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ dueAt: sql<Date>`now() + make_interval(secs => ${seconds})`, attempts, lastError })
    // A message that stays claimed counts as possibly delivered at the next attempt.
    .set({ isClaimed: isUncertain })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute();
}

/** Deletes finished rows once no repeat of their `dedupeKey` can come any more. */
export const deleteOldMessages = (db: Db): Promise<void> =>
  deleteBatches(db, 'outbox', sql`status <> 'QUEUED' and finished_at < now() - interval '30 days'`);
