import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Message, MessageKind } from './message.ts';
import { budgetLimits } from './message-budgets.ts';

/** A message that is delivered once per `dedupeKey`, even if it is queued several times. */
export interface QueuedMessage extends Message {
  dedupeKey: string;
  kind: MessageKind;
  /** The account that the message is about; null for a visitor. */
  userId: string | null;
  /** What sends it, for the log of messages; null unless given. */
  sender?: string;
  /** One or two sentences that stand for the message in a digest. */
  summary: string;
  /** The recipient's time zone, for times in a digest; India's unless given. */
  timeZone?: string;
  /** Whether its text stays after the delivery, so that staff can send it again. Never for a code. */
  isRepeatable?: boolean;
  /** Whether the email of this message has a note of staff that its other channels leave out. */
  hasEmailNote?: boolean;
  /** The message that it repeats. */
  repeatOf?: string;
  /** Delays the message; until it is due, all messages of the key can be cancelled together. */
  delay?: { cancelKey: string; seconds: number };
  /** Identifies the message in the outbox and is the first part of an email's Message-ID; generated unless given. */
  id?: string;
}

/**
 * Inserts messages in the caller's transaction, except those whose `dedupeKey` exists, and holds those that are over the
 * budget of their kind until the budget's window ends. Counting happens in the same transaction, so a change that is
 * rolled back uses no budget. [C-41]
 */
export async function queueMessages(trx: Db, ...messages: QueuedMessage[]): Promise<void> {
  const identified = messages.map((message) => ({ ...message, id: message.id ?? uuidv7() }));
  const inserted = await trx
    .insertInto('outbox')
    .values(identified.map(toRow))
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute();
  const newIds = new Set(inserted.map(({ id }) => id));
  for (const message of identified) if (newIds.has(message.id)) await consumeBudget(trx, message);
}

/** Counts a message against its budget, and holds it if the budget is used up. */
async function consumeBudget(trx: Db, message: QueuedMessage & { id: string }): Promise<void> {
  for (const limits of budgetLimits(message)) {
    const exceeded = await consume(trx, limits);
    if (exceeded) return hold(trx, message.id, exceeded.retryAfter);
  }
}

async function hold(trx: Db, id: string, seconds: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ status: 'HELD', dueAt: sql<Date>`greatest(due_at, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', id)
    .execute();
}

function toRow({ to, subject, attachments, ...message }: QueuedMessage & { id: string }) {
  const { id, dedupeKey, medium, kind, text, html = null, code = null, summary, timeZone = null } = message;
  const { userId, sender = null, unsubscribeUrl = null, isRepeatable = false, repeatOf = null } = message;
  const { delay } = message;
  return {
    ...{ id, dedupeKey, medium, kind, text, html, code, summary, timeZone, userId, sender, unsubscribeUrl },
    ...{ isRepeatable, repeatOf },
    recipient: to,
    subject: subject || null,
    attachments: attachments?.length ? JSON.stringify(attachments) : null,
    cancelKey: delay?.cancelKey ?? null,
    dueAt: delay ? sql<Date>`now() + make_interval(secs => ${delay.seconds})` : sql<Date>`now()`,
    finishedAt: null,
    lastError: null,
  };
}
