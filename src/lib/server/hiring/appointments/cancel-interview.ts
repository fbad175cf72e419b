import type { Actor } from '#lib/server/core/actor.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  currentInterview,
  loadApplicationForUpdate,
  requireApplicationAggregate,
} from '../application-aggregate.ts';
import { moveLockedInterview } from './interview-transitions.ts';

interface CancelInterviewInput {
  publicNote: string | null;
  /** Lets the candidate choose another time. */
  mayRebook: boolean;
}

/**
 * Cancels an interview for its candidate, in one message that also says whether they can choose another time. It does not
 * count as a move of theirs. Throws `NOT_FOUND`, `INVALID_STATE`. [API-43]
 */
export async function cancelInterview(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  { publicNote, mayRebook }: CancelInterviewInput,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(work.trx, actor, applicationId);
  if (!mayRebook) {
    await moveLockedInterview(work, actor, aggregate, 'CANCEL_INTERVIEW', { publicNote });
    return;
  }
  await moveLockedInterview(work, actor, aggregate, 'CANCEL_INTERVIEW', { isQuiet: true });
  const cancelled = await requireApplicationAggregate(work.trx, applicationId, aggregate.person.id);
  await moveLockedInterview(work, actor, cancelled, 'INVITE_AGAIN', { publicNote });
}

interface CancelOwnInterviewInput {
  /** The booked slot as the page showed it; undefined if the caller does not know. */
  currentSlotId?: string | undefined;
  reason?: string | null | undefined;
}

/**
 * Cancels the interview that a candidate has booked: the seat is released and they choose another time later. It counts
 * as one of their moves. Cancelling it again changes nothing. Throws `NOT_FOUND`, `STALE_WRITE`,
 * `RESCHEDULE_LIMIT_REACHED`, `TOO_LATE_TO_RESCHEDULE`, `INVALID_STATE`. [API-43]
 */
export async function cancelOwnInterview(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  { currentSlotId, reason = null }: CancelOwnInterviewInput,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(work.trx, actor, applicationId);
  const interview = currentInterview(aggregate);
  const hadSlot = currentSlotId !== undefined && interview?.slotId === currentSlotId;
  if (interview?.status === 'TO_SCHEDULE' && hadSlot) return;
  if (interview?.status === 'SCHEDULED' && currentSlotId !== undefined && !hadSlot)
    throw new HttpError('STALE_WRITE', {
      message: 'Your interview has another time by now. Reload the page.',
    });
  // Only staff need the reason, so it is a private note.
  await moveLockedInterview(work, actor, aggregate, 'CANCEL_INTERVIEW', { privateNote: reason });
}
