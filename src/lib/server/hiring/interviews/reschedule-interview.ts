import type { ApiDeps } from '#lib/server/context.ts';
import { candidateActor } from '#lib/server/core/unit-of-work.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireStanding } from '../applications/find-applications.ts';
import { bookSlot, type Wanted } from './book-slot.ts';
import { presentSlots } from './present-slots.ts';

/**
 * The candidate's own choice of a time (API-43). Who was too late for it, or saw another time as theirs, reads with the
 * refusal how things stand.
 * @throws HttpError as `bookSlot`; SLOT_TAKEN with `days`, STALE_WRITE with all that the slots call answers as `current`
 */
export async function rescheduleInterview(
  { db, messages, config }: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  userId: string,
  applicationId: string,
  wanted: Wanted,
): Promise<void> {
  try {
    await db
      .transaction()
      .execute((trx) => bookSlot({ trx, messages, config }, candidateActor(userId), applicationId, wanted));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { errorCode, message } = error;
    if (errorCode !== 'SLOT_TAKEN' && errorCode !== 'STALE_WRITE') throw error;
    const current = await presentSlots(db, await requireStanding(db, userId, applicationId));
    throw errorCode === 'STALE_WRITE'
      ? new HttpError(errorCode, { message, extra: { current } })
      : new HttpError(errorCode, { fields: ['slotId'], extra: { days: current.days } });
  }
}
