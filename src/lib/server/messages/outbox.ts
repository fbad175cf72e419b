import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../db/index.ts';
import type { Log } from '../log.ts';
import type { Deliver } from './breaker.ts';
import { DeliveryError, DeliveryPausedError, type Message } from './message.ts';

const attemptsAllowed = 8;
const batch = 10;
// Longer than the slowest delivery, e-mail's 10 s: until then no other process takes the message.
const leaseSeconds = 60;
const keptDays = 30;

/** Writes the message into the caller's transaction; the same `dedupeKey` again changes nothing (C-41). */
export async function queueMessage(
  trx: Db,
  { dedupeKey, to, medium, subject = '', text, code }: Message & { dedupeKey: string },
) {
  await trx
    .insertInto('outbox')
    .values({
      id: uuidv7(),
      dedupeKey,
      recipient: to,
      medium,
      subject: subject || null,
      text,
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
  message: Message;
}

/**
 * Delivers what is due, outside any transaction; true when there may be more. Any number of processes may do
 * this at once: each message is claimed by one, and one that dies loses its claim with the lease.
 */
export async function deliverDue(db: Db, deliver: Deliver, log: Log): Promise<boolean> {
  const claimed = await claimDue(db);
  await Promise.all(claimed.map((one) => deliverOne(db, deliver, log, one)));
  return claimed.length === batch;
}

async function claimDue(db: Db): Promise<Claimed[]> {
  const rows = await db
    .updateTable('outbox')
    .set({
      dueAt: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', 'in', (from) =>
      from
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'QUEUED')
        .where('dueAt', '<=', sql<Date>`now()`)
        .orderBy('dueAt')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'recipient', 'medium', 'subject', 'text', 'code'])
    .execute();
  return rows.map(({ id, attempts, recipient: to, medium, subject, text, code }) => ({
    id,
    attempts,
    message: {
      to,
      medium,
      text: text ?? '',
      ...(subject !== null && { subject }),
      ...(code !== null && { code }),
    },
  }));
}

async function deliverOne(
  db: Db,
  deliver: Deliver,
  log: Log,
  { id, attempts, message }: Claimed,
): Promise<void> {
  try {
    await deliver(message, id);
    await finish(db, id, attempts, 'SENT', null);
  } catch (error) {
    const isKnown = error instanceof DeliveryError || error instanceof DeliveryPausedError;
    const reason = isKnown ? error.message : 'unexpected failure';
    if (!isKnown) log.error({ err: error, event: 'outbox.error', id }, 'outbox delivery broke');
    if (error instanceof DeliveryPausedError) return postpone(db, id, attempts, attempts - 1, 30, reason);
    const givesUp = attempts >= attemptsAllowed || (error instanceof DeliveryError && error.isFinal);
    log.warn(
      { event: givesUp ? 'outbox.failed' : 'outbox.retry', id, medium: message.medium, attempts, reason },
      'message not delivered',
    );
    if (givesUp) return finish(db, id, attempts, 'FAILED', reason);
    // 10 s, 20 s, 40 s, … 10 min, plus up to a quarter, so that what failed together is not tried together.
    const seconds = Math.min(5 * 2 ** attempts, 600) * (1 + Math.random() / 4);
    return postpone(db, id, attempts, attempts, seconds, reason);
  }
}

/** Erases the words with the status. Does nothing when the lease has passed to another process meanwhile. */
async function finish(
  db: Db,
  id: string,
  attempts: number,
  status: 'SENT' | 'FAILED',
  lastError: string | null,
) {
  await db
    .updateTable('outbox')
    .set({ status, lastError, text: null, code: null, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

async function postpone(
  db: Db,
  id: string,
  claimed: number,
  attempts: number,
  seconds: number,
  lastError: string,
) {
  await db
    .updateTable('outbox')
    .set({ dueAt: sql<Date>`now() + make_interval(secs => ${seconds})`, attempts, lastError })
    .where('id', '=', id)
    .where('attempts', '=', claimed)
    .execute();
}

/** Rows that only refuse a repeat, once no repeat can come any more. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('status', '<>', 'QUEUED')
    .where('finishedAt', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
