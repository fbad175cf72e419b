import { HttpError } from '../http/http-error.ts';
import type { Dependencies } from '../http/serve.ts';
import { requireStanding } from '../job-applications/find-applications.ts';
import { byCandidate } from '../work.ts';
import { bookSlot } from './book-slot.ts';
import { presentSlots } from './present-slots.ts';

/**
 * The candidate's own choice of a time (API-43). Who was too late for it reads with the refusal what is free now.
 * @throws HttpError as `bookSlot`; SLOT_TAKEN with `days`
 */
export async function rescheduleInterview(
  { db, messages, config }: Pick<Dependencies, 'db' | 'messages' | 'config'>,
  userId: string,
  applicationId: string,
  wanted: { slotId: string; reason?: string | null | undefined },
): Promise<void> {
  try {
    await db.transaction().execute((trx) =>
      bookSlot({ trx, messages, config }, byCandidate(userId), applicationId, {
        slotId: wanted.slotId,
        reason: wanted.reason ?? null,
      }),
    );
  } catch (error) {
    if (!(error instanceof HttpError) || error.errorCode !== 'SLOT_TAKEN') throw error;
    const { days } = await presentSlots(db, await requireStanding(db, userId, applicationId));
    throw new HttpError('SLOT_TAKEN', { fields: ['slotId'], extra: { days } });
  }
}
