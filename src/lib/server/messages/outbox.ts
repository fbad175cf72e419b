import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import type { Deliver } from './breaker.ts';
import { DeliveryError, DeliveryPausedError, type Medium, type Message } from './message.ts';

/**
 * A text that comes half an hour late helps nobody; a mail may wait for its server for about a day (RFC 5321, 4.5.4.1).
 * Pauses double from 10 s on, up to the longest.
 */
const retryPolicy: Record<Medium, { attempts: number; longestPause: number }> = {
  SMS: { attempts: 8, longestPause: 600 },
  VOICE_CALL: { attempts: 8, longestPause: 600 },
  EMAIL: { attempts: 32, longestPause: 3600 },
};
const batchSize = 10;
// Longer than the slowest delivery, e-mail's 60 s: until then no other process takes the message.
const leaseSeconds = 120;
const retentionDays = 30;
/** A server that had all of a message and never answered may have taken it: it is sent once more and no oftener. */
const maxCopies = 2;
/** A process that dies, or cannot write down what came of it, may have died before a word was sent: losing it is worse. */
const maxUnknownOutcomes = 5;

/** What else changes when a message is finished, in the transaction that records its outcome. */
export interface DeliveryHooks {
  onDelivered: (trx: Db, messageId: string) => Promise<void>;
  onFailed: (trx: Db, messageId: string) => Promise<void>;
}

export interface OutboxDeps extends DeliveryHooks {
  db: Db;
  deliver: Deliver;
  log: Log;
}

/** A message to be delivered once, however often it is queued. */
export interface QueuedMessage extends Message {
  dedupeKey: string;
  /** The outbox's name for it and, of a mail, the Message-ID's first part; made here unless given. */
  id?: string;
}

/** Writes the message into the caller's transaction; the same `dedupeKey` again changes nothing (C-41). */
export async function queueMessage(
  trx: Db,
  { dedupeKey, id = uuidv7(), to, medium, subject = '', text, html, attachments, code }: QueuedMessage,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id,
      dedupeKey,
      recipient: to,
      medium,
      subject: subject || null,
      text,
      html: html ?? null,
      attachments: attachments?.length ? JSON.stringify(attachments) : null,
      code: code ?? null,
      finishedAt: null,
      lastError: null,
    })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .execute();
}

interface Claimed {
  id: string;
  attempts: number;
  /** How many earlier attempts may have reached the person: the server, or we ourselves, never said. */
  uncertainAttempts: number;
  message: Message;
}

/**
 * Delivers what is due, outside any transaction; true when there may be more. Any number of processes may do
 * this at once: each message is claimed by one, and one that dies loses its claim with the lease.
 */
export async function deliverDue(deps: OutboxDeps): Promise<boolean> {
  const claimed = await claimDue(deps.db);
  await Promise.all(claimed.map((one) => deliverOne(deps, one)));
  return claimed.length === batchSize;
}

async function claimDue(db: Db): Promise<Claimed[]> {
  const rows = await db
    .updateTable('outbox')
    .set({
      dueAt: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql<number>`attempts + 1`,
      // Claimed still: whoever had it before died, or could not write down what came of it.
      uncertainAttempts: sql<number>`uncertain_attempts + is_claimed::integer`,
      isClaimed: true,
    })
    .where('id', 'in', (from) =>
      from
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'QUEUED')
        .where('dueAt', '<=', sql<Date>`now()`)
        .orderBy('dueAt')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'uncertainAttempts', 'recipient', 'medium', 'subject', 'text', 'html'])
    .returning(['attachments', 'code'])
    .execute();
  return rows.map(({ id, attempts, uncertainAttempts, recipient: to, medium, text, ...rest }) => ({
    id,
    attempts,
    uncertainAttempts,
    message: { to, medium, text: text ?? '', ...withoutNulls(rest) },
  }));
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function withoutNulls<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<T>;
}

async function deliverOne(deps: OutboxDeps, claimed: Claimed): Promise<void> {
  const { deliver, log } = deps;
  const { id, attempts, message, uncertainAttempts } = claimed;
  if (uncertainAttempts >= maxUnknownOutcomes)
    return finish(deps, claimed, 'FAILED', 'no attempt had an outcome');
  try {
    await deliver(message, id);
  } catch (error) {
    return recordFailure(deps, claimed, error);
  }
  // Apart from the above: a database that cannot write this down is no failure of the provider, and no reason to
  // send the message again soon. The lease stands, and the next one to claim it tries.
  await finish(deps, claimed, 'SENT', null).catch((error) =>
    log.error({ err: error, event: 'outbox.error', id, attempts }, 'delivered, but not written down'),
  );
}

async function recordFailure(deps: OutboxDeps, claimed: Claimed, error: unknown): Promise<void> {
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
  if (givesUp) return finish(deps, claimed, 'FAILED', reason);
  // Plus up to a quarter, so that what failed together is not tried together.
  const seconds = Math.min(5 * 2 ** attempts, longestPause) * (1 + Math.random() / 4);
  return postpone(db, claimed, { attempts, seconds, lastError: reason, isUncertain });
}

/**
 * Erases the words with the status, and tells whoever asked for the message in the same transaction. Does nothing
 * when the lease has passed to another process meanwhile.
 */
async function finish(
  { db, onDelivered, onFailed }: OutboxDeps,
  { id, attempts }: Claimed,
  status: 'SENT' | 'FAILED',
  lastError: string | null,
): Promise<void> {
  const erased = { text: null, html: null, code: null };
  await db.transaction().execute(async (trx) => {
    const finished = await trx
      .updateTable('outbox')
      .set({ status, lastError, ...erased, finishedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .returning('id')
      .executeTakeFirst();
    if (finished) await (status === 'SENT' ? onDelivered : onFailed)(trx, id);
  });
}

interface Postponed {
  attempts: number;
  seconds: number;
  lastError: string;
  isUncertain?: boolean;
}

async function postpone(
  db: Db,
  claimed: Claimed,
  { attempts, seconds, lastError, isUncertain = false }: Postponed,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ dueAt: sql<Date>`now() + make_interval(secs => ${seconds})`, attempts, lastError })
    // Still claimed, the next attempt counts this one among those that may have arrived.
    .set({ isClaimed: isUncertain })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .execute();
}

/** Rows that only refuse a repeat, once no repeat can come any more. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('status', '<>', 'QUEUED')
    .where('finishedAt', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`)
    .execute();
}
