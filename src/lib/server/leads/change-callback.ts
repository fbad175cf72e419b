import { v7 as uuidv7 } from 'uuid';
import type { CallbackState, callbackChangeRoutes } from '#lib/contract/leads/callback-changes.ts';
import {
  type CallbackStatus,
  type CallbackWindow,
  callbackExpectedBy,
  openCallbackStatuses,
} from '#lib/domain/leads/callback.ts';
import type { Context, Handlers } from '#lib/server/context.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { confirmCallback } from './callback-confirmation.ts';
import { requireCallback } from './callback-link.ts';
import { requireCallableWindow } from './callback-window.ts';
import { cancelLeadCall, lockLeadOfPhone, moveLeadCall } from './lead-call.ts';

/**
 * Changes that the person who gets the call makes to it. They are confirmed by SMS alone: a stranger who knows the number may
 * have added an email address to the request, and the confirmation contains the secret link. [API-53]
 */
export const callbackChangeHandlers: Handlers<keyof typeof callbackChangeRoutes> = {
  'POST /api/v1/cap/callbacks/{reference}/move/': (context) => moveCallback(context),
  'POST /api/v1/cap/callbacks/{reference}/cancel/': (context) => cancelCallback(context),
};

type ChangeContext<Body> = Pick<Context, 'db' | 'config' | 'messages' | 'log'> & {
  params: { reference: string };
  body: Body;
};

/** Moves an open call to another time. Throws NOT_FOUND, VALIDATION_FAILED, or INVALID_STATE for a call that is over. */
async function moveCallback(
  context: ChangeContext<{ key: string; preferredWindow: CallbackWindow }>,
): Promise<CallbackState> {
  const { db, config, params, body } = context;
  const { preferredWindow } = body;
  const { timeZone, phoneE164 } = await requireCallback(db, config, { ...params, key: body.key });
  const now = await databaseNow(db);
  requireCallableWindow(preferredWindow, timeZone, now);
  const expectedBy = callbackExpectedBy(preferredWindow, timeZone, now);
  return db.transaction().execute(async (trx) => {
    await lockLeadOfPhone(trx, phoneE164);
    const moved = await updateOpenCallback(trx, params.reference, {
      preferredWindow: JSON.stringify(preferredWindow),
      expectedBy,
    });
    if (!moved) throw new HttpError('INVALID_STATE', { message: 'This call can no longer be moved.' });
    await recordChange(trx, moved, { reasonCode: 'MOVED', fromStatus: moved.status });
    await moveLeadCall(trx, moved.id, moved.expectedBy);
    await confirmCallback({ ...context, trx }, { ...moved, email: null }, 'moved');
    return presentState(moved);
  });
}

/** Cancels an open call. Repeating it changes nothing. Throws NOT_FOUND, or INVALID_STATE for a call that is over. */
async function cancelCallback(context: ChangeContext<{ key: string }>): Promise<CallbackState> {
  const { db, config, params, body } = context;
  const { phoneE164 } = await requireCallback(db, config, { ...params, key: body.key });
  return db.transaction().execute(async (trx) => {
    await lockLeadOfPhone(trx, phoneE164);
    const before = await lockCallback(trx, params.reference);
    const cancelled = await updateOpenCallback(trx, params.reference, { status: 'CANCELLED' });
    if (!cancelled) {
      if (before.status === 'CANCELLED') return presentState(before);
      throw new HttpError('INVALID_STATE', { message: 'This call can no longer be cancelled.' });
    }
    await recordChange(trx, cancelled, { reasonCode: 'CANCELLED', fromStatus: before.status });
    await cancelLeadCall(trx, cancelled.id, before.status);
    await confirmCallback({ ...context, trx }, { ...cancelled, email: null }, 'cancelled');
    return presentState(cancelled);
  });
}

/** Locks a call until the transaction ends, so that the status before the change is the one that the history says. */
const lockCallback = (trx: Db, reference: string) =>
  trx
    .selectFrom('callbackRequest')
    .selectAll()
    .where('reference', '=', reference)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Updates a call that has not taken place. The condition is part of the write, so a call that staff finish meanwhile stays finished. */
function updateOpenCallback(
  trx: Db,
  reference: string,
  changes: { preferredWindow: string; expectedBy: Date } | { status: 'CANCELLED' },
) {
  return trx
    .updateTable('callbackRequest')
    .set(changes)
    .where('reference', '=', reference)
    .where('status', 'in', openCallbackStatuses)
    .returningAll()
    .executeTakeFirst();
}

async function recordChange(
  trx: Db,
  { id, status, preferredWindow }: { id: string; status: CallbackStatus; preferredWindow: unknown },
  { reasonCode, fromStatus }: { reasonCode: string; fromStatus: CallbackStatus },
): Promise<void> {
  await trx
    .insertInto('callbackEvent')
    .values({
      id: uuidv7(),
      callbackId: id,
      fromStatus,
      toStatus: status,
      actorType: 'VISITOR',
      actorId: null,
      reasonCode,
      privateNote: JSON.stringify({ preferredWindow }),
    })
    .execute();
}

const presentState = ({
  reference,
  status,
  expectedBy,
}: {
  reference: string;
  status: CallbackStatus;
  expectedBy: Date;
}): CallbackState => ({ reference, status, expectedBy: expectedBy.toISOString() });
