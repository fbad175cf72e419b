import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, runAtomically } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { isToInterviewer } from '../notified-people.ts';

/**
 * Returns the messages that a preview shows: those to accounts and to interviewers, who may be guests. `hasVisitors` includes
 * all others to people without an account.
 */
export const selectShown = (messages: readonly QueuedMessage[], hasVisitors = false): QueuedMessage[] =>
  messages.filter((message) => message.userId || hasVisitors || isToInterviewer(message));

/** Returns a text that stands for who gets which text by which channel, whatever their order. */
export function fingerprintOf(messages: readonly QueuedMessage[], hasVisitors = false): string {
  const lines = selectShown(messages, hasVisitors).map(({ userId, medium, to, subject, summary }) =>
    JSON.stringify([userId, medium, to, subject ?? null, summary]),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url').slice(0, 22);
}

/** People or texts differ from those that were confirmed. */
export class ChangedPreviewError extends HttpError {
  constructor() {
    super('STALE_WRITE', { message: changedPreviewMessage });
  }
}

const changedPreviewMessage =
  'Nothing was sent. Who is notified, or a text, has changed since you looked. Check it again.';

/** Throws `ChangedPreviewError` where these are not the messages of the preview that was confirmed. */
export function requireConfirmed(
  messages: readonly QueuedMessage[],
  fingerprint: string | undefined,
  hasVisitors = false,
): void {
  if (fingerprint !== undefined && fingerprintOf(messages, hasVisitors) !== fingerprint)
    throw new ChangedPreviewError();
}

/** What a change needs so that it can be compared with its preview. */
export interface ConfirmedDeps {
  db: Db;
  messages: UnitOfWork['messages'];
}

/**
 * Makes a change that was confirmed after a preview, in one transaction, and returns its result. Throws
 * `ChangedPreviewError`, and stores nothing, where it informs others or with other texts than the preview has shown. A change
 * without a fingerprint, of a program or without a preview, is made as it is.
 */
export async function runConfirmed<Deps extends ConfirmedDeps, Result>(
  deps: Deps,
  fingerprint: string | undefined,
  run: (deps: Deps) => Promise<Result>,
  hasVisitors = false,
): Promise<Result> {
  if (fingerprint === undefined) return run(deps);
  return runAtomically(deps.db, async (trx) => {
    const queued: QueuedMessage[] = [];
    const messages = observeMessages(deps.messages, (message) => queued.push(message));
    const result = await run({ ...deps, db: trx, messages });
    requireConfirmed(queued, fingerprint, hasVisitors);
    await recordConfirmed(trx, fingerprint, result);
    return result;
  });
}

/** Keeps the answer with the action that this transaction has recorded, for `findConfirmed`. */
async function recordConfirmed(trx: Db, confirmedFingerprint: string, response: unknown): Promise<void> {
  await trx
    .updateTable('staffAction')
    .set({ confirmedFingerprint, response: JSON.stringify(response ?? null) })
    .where('id', '=', sql<string>`nullif(current_setting('liftoff.staff_action', true), '')::uuid`)
    .execute();
}

/**
 * Finds the answer to an earlier press of the same confirmation by the same person, as of a double click, while it can still be
 * undone. Null where there was none, or it was undone.
 */
export async function findConfirmed(
  db: Db,
  actorId: string,
  fingerprint: string,
): Promise<{ response: unknown } | null> {
  const earlier = await db
    .selectFrom('staffAction')
    .select('response')
    .where('actorId', '=', actorId)
    .where('confirmedFingerprint', '=', fingerprint)
    .where('undoneAt', 'is', null)
    .where('undoExpiresAt', '>', sql<Date>`now()`)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return earlier ?? null;
}
