import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { type InterviewNeed, interviewFlow } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type ApplicationAggregate,
  type InterviewRow,
  loadApplicationForUpdate,
  type SlotRow,
} from '../applications/application-aggregate.ts';
import { currentInterview, interviewFacts } from '../applications/facts.ts';
import { recordEvent } from '../applications/record-event.ts';
import { tellCandidate } from '../applications/tell-candidate.ts';
import { giveBackSeat, lockSlots, takeSeat } from '../appointments/seats.ts';
import { toHttpError } from '../to-http-error.ts';

const codes: Partial<Record<InterviewNeed, ErrorCode>> = {
  movesLeft: 'RESCHEDULE_LIMIT_REACHED',
  beforeDeadline: 'TOO_LATE_TO_RESCHEDULE',
};

export interface Wanted {
  slotId: string;
  /** What the page saw as the one that is held; undefined says nothing. */
  currentSlotId?: string | null | undefined;
  reason?: string | null | undefined;
}

const movedMeanwhile =
  'Your interview was given a time meanwhile, perhaps in another tab. Choosing another one moves it.';
const freedMeanwhile = 'Your interview has lost its time meanwhile. Please choose a new one.';

/**
 * The first time of an interview, or another (API-43). The new seat is taken before the old one is given up, in one
 * transaction: who is too late for the new one keeps the old. The same time again changes nothing. Whoever says which
 * one they see as theirs moves no other.
 * @throws HttpError NOT_FOUND, INTERVIEW_NOT_SCHEDULED, STALE_WRITE, SLOT_INVALID, SLOT_IN_PAST, SLOT_TAKEN,
 * RESCHEDULE_LIMIT_REACHED, TOO_LATE_TO_RESCHEDULE, INVALID_STATE
 */
export async function bookSlot(
  work: UnitOfWork,
  by: Actor,
  applicationId: string,
  { slotId, currentSlotId, reason = null }: Wanted,
): Promise<void> {
  const { trx } = work;
  const standing = await loadApplicationForUpdate(trx, by, applicationId);
  const interview = requireBookable(standing);
  const old = interview.status === 'SCHEDULED' ? interview.slotId : null;
  if (old === slotId) return;
  if (currentSlotId !== undefined && currentSlotId !== old)
    throw new HttpError('STALE_WRITE', { message: old ? movedMeanwhile : freedMeanwhile });

  const slot = await requireSlot(work, standing, slotId, old);
  const action = old ? 'RESCHEDULE_INTERVIEW' : 'SCHEDULE_INTERVIEW';
  const from = interview.status;
  const verdict = checkTransition(interviewFlow, action, by.type, from, interviewFacts(standing, slot));
  if (!verdict.isAllowed)
    throw verdict.because === 'hasSlot' ? new HttpError('SLOT_TAKEN') : toHttpError(verdict, codes);
  if (!(await takeSeat(trx, 'interviewSlot', slotId))) throw new HttpError('SLOT_TAKEN');

  await trx
    .updateTable('interview')
    .set({
      status: 'SCHEDULED',
      slotId,
      reschedulesUsed: interview.reschedulesUsed + (old && by.type === 'CANDIDATE' ? 1 : 0),
      // 0 is the first time that it is in a calendar.
      sequence: interview.sequence + (interview.slotId ? 1 : 0),
    })
    .where('id', '=', interview.id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow();
  if (old) await giveBackSeat(trx, 'interviewSlot', old);

  const step = {
    subject: 'INTERVIEW',
    action,
    from,
    to: verdict.to,
    startsAt: slot.startsAt,
    previousStartsAt: old && interview.slot ? interview.slot.startsAt : null,
  } as const;
  // Why they move it is for the staff who plan.
  const eventId = await recordEvent(trx, applicationId, by, step, { privateNote: reason });
  await auditTransition(trx, by, { ...step, subjectType: 'application', subjectId: applicationId });
  await tellCandidate(work, standing, eventId, step, {
    when: { at: slot.startsAt, timeZone: slot.timeZone },
    calendar: 'PUT_IN',
  });
}

/** The interview that waits for a time, or has one to come. @throws HttpError INTERVIEW_NOT_SCHEDULED, INVALID_STATE */
export function requireBookable(standing: ApplicationAggregate): InterviewRow {
  const interview = currentInterview(standing);
  if (interview?.status !== 'TO_SCHEDULE' && interview?.status !== 'SCHEDULED')
    throw new HttpError('INTERVIEW_NOT_SCHEDULED');
  return interview;
}

/** One of this interview's, to come; locked together with the one that it replaces. */
async function requireSlot(
  { trx }: UnitOfWork,
  { application, job, now }: ApplicationAggregate,
  slotId: string,
  old: string | null,
): Promise<SlotRow> {
  const slots = await lockSlots(trx, old ? [slotId, old] : [slotId]);
  const slot = slots.find(({ id }) => id === slotId);
  const isTheirs = slot?.jobId === job.id && [null, application.stageKey].includes(slot.stageKey);
  if (!slot || !isTheirs || slot.cancelledAt) throw new HttpError('SLOT_INVALID', { fields: ['slotId'] });
  if (slot.startsAt <= now) throw new HttpError('SLOT_IN_PAST', { fields: ['slotId'] });
  return slot;
}
