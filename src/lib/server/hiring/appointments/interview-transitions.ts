import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type InterviewAction,
  type InterviewGuardContext,
  type InterviewNeed,
  type InterviewStatus,
  interviewFlow,
  isSeatedInterview,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { listMeetingChanges } from '#lib/domain/hiring/appointments/meeting-place.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Actor, candidateActor, type TransitionNotes } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  loadApplicationForUpdate,
  requireApplicationAggregate,
  type SlotRow,
} from '../application-aggregate.ts';
import { notifyCandidate } from '../notify-candidate.ts';
import { recordTransition } from '../record-transition.ts';
import { lockSlots, releaseSeat, reserveSeat } from '../seats.ts';
import { presentSlots, requireBookableInterview } from './interview-slots.ts';
import { inviteInterviewers } from './interviewer-invites.ts';
import { createStaleBookingError } from './stale-booking.ts';

/** Every change of an interview: its first time, another time, and the steps that staff and the system make. */

export interface BookSlotInput {
  slotId: string;
  /** The booked slot as the page showed it; undefined if the caller does not know. */
  currentSlotId?: string | null | undefined;
  reason?: string | null | undefined;
}

/**
 * Books the time that a candidate has chosen for their interview. Throws as `bookSlot` does; `SLOT_TAKEN`
 * carries the days that are free now, and `STALE_WRITE` the whole response of the slots endpoint as
 * `current`. [API-43]
 */
export async function rescheduleInterview(
  { db, messages, config }: Pick<ApiDeps, 'db' | 'messages' | 'config'>,
  userId: string,
  applicationId: string,
  input: BookSlotInput,
): Promise<void> {
  try {
    await db
      .transaction()
      .execute((trx) => bookSlot({ trx, messages, config }, candidateActor(userId), applicationId, input));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { errorCode, message } = error;
    if (errorCode !== 'SLOT_TAKEN' && errorCode !== 'STALE_WRITE') throw error;
    const current = await presentSlots(db, await requireApplicationAggregate(db, applicationId, userId));
    throw errorCode === 'STALE_WRITE'
      ? new HttpError(errorCode, { message, extra: { current } })
      : new HttpError(errorCode, { fields: ['slotId'], extra: { days: current.days } });
  }
}

/**
 * Gives an interview its first time or another one. The new seat is taken before the old one is released, in one
 * transaction, so a candidate who is too late for the new slot keeps the old one. Booking the same slot again changes
 * nothing. Throws `NOT_FOUND`, `INTERVIEW_NOT_SCHEDULED`, `STALE_WRITE`, `SLOT_INVALID`, `SLOT_IN_PAST`, `SLOT_TAKEN`,
 * `RESCHEDULE_LIMIT_REACHED`, `TOO_LATE_TO_RESCHEDULE`, `INVALID_STATE`. [API-43]
 */
export async function bookSlot(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  { slotId, currentSlotId, reason = null }: BookSlotInput,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, actor, applicationId);
  const interview = requireBookableInterview(aggregate);
  const previousSlotId = interview.status === 'SCHEDULED' ? interview.slotId : null;
  if (previousSlotId === slotId) return;
  if (currentSlotId !== undefined && currentSlotId !== previousSlotId)
    throw createStaleBookingError(actor, previousSlotId);

  const slot = await requireSlot(trx, aggregate, slotId, previousSlotId);
  const action = previousSlotId ? 'RESCHEDULE_INTERVIEW' : 'SCHEDULE_INTERVIEW';
  const from = interview.status;
  const context = buildInterviewContext(aggregate, slot);
  const result = checkTransition(interviewFlow, action, actor.type, from, context);
  if (!result.isAllowed)
    throw result.because === 'hasSlot' ? new HttpError('SLOT_TAKEN') : toHttpError(result, errorCodes);
  if (!(await reserveSeat(trx, 'interviewSlot', slotId))) throw new HttpError('SLOT_TAKEN');

  await trx
    .updateTable('interview')
    .set({
      status: 'SCHEDULED',
      slotId,
      reschedulesUsed: interview.reschedulesUsed + (previousSlotId && actor.type === 'CANDIDATE' ? 1 : 0),
      // The first calendar entry has sequence 0.
      sequence: interview.sequence + (interview.slotId ? 1 : 0),
    })
    .where('id', '=', interview.id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow();
  if (previousSlotId) await releaseSeat(trx, 'interviewSlot', previousSlotId);
  const previousSlot = previousSlotId ? interview.slot : null;
  await inviteInterviewers(work, { interviewId: interview.id }, previousSlot, slot, aggregate.now);

  const event = {
    subject: 'INTERVIEW',
    action,
    from,
    to: result.to,
    startsAt: slot.startsAt,
    previousStartsAt: previousSlot?.startsAt ?? null,
  } as const;
  // Only staff need the reason, so it is a private note.
  const eventId = await recordTransition(trx, applicationId, actor, event, { privateNote: reason });
  await notifyCandidate(work, aggregate, eventId, action, {
    actor,
    kind: 'appointment',
    time: { at: slot.startsAt, timeZone: slot.timeZone },
    meeting: slot,
    previousTime: previousSlot?.startsAt ?? null,
    changes: previousSlot ? listMeetingChanges(previousSlot, slot) : [],
    calendarLink: { of: 'INTERVIEW', label: 'ADD' },
  });
}

const errorCodes: Partial<Record<InterviewNeed, ErrorCode>> = {
  movesLeft: 'RESCHEDULE_LIMIT_REACHED',
  beforeDeadline: 'TOO_LATE_TO_RESCHEDULE',
};

/** Locks a future slot of this interview, together with the slot that it replaces. */
async function requireSlot(
  trx: Db,
  { application, job, now }: ApplicationAggregate,
  slotId: string,
  previousSlotId: string | null,
): Promise<SlotRow> {
  const slots = await lockSlots(trx, previousSlotId ? [slotId, previousSlotId] : [slotId]);
  const slot = slots.find(({ id }) => id === slotId);
  const isOfInterview = slot?.jobId === job.id && [null, application.stageKey].includes(slot.stageKey);
  if (!slot || !isOfInterview || slot.cancelledAt)
    throw new HttpError('SLOT_INVALID', { fields: ['slotId'] });
  if (slot.startsAt <= now) throw new HttpError('SLOT_IN_PAST', { fields: ['slotId'] });
  return slot;
}

/** Collects the input of an interview's guards. `slot` is the requested one, if the caller names one. */
export function buildInterviewContext(
  aggregate: ApplicationAggregate,
  slot?: SlotRow,
): InterviewGuardContext {
  const { application, freeSeats, now } = aggregate;
  const interview = currentInterview(aggregate);
  const open = freeSeats.filter(({ stageKey }) => stageKey === null || stageKey === application.stageKey);
  const { timeZone } = presentUser(aggregate.person);
  return {
    applicationStatus: application.status,
    seatsLeft: slot ? slot.capacity - slot.taken : open.reduce((sum, { seats }) => sum + seats, 0),
    reschedulesUsed: interview?.reschedulesUsed ?? 0,
    startsAt: interview?.slot?.startsAt ?? null,
    timeZone: interview?.slot?.timeZone ?? timeZone,
    viewerTimeZone: timeZone,
    now,
  };
}

/** The transitions of an interview that do not choose a time. */
export type InterviewMove = Extract<
  InterviewAction,
  'COMPLETE_INTERVIEW' | 'MISS_INTERVIEW' | 'CANCEL_INTERVIEW' | 'INVITE_AGAIN'
>;

/** Makes one transition of the current interview. Throws `NOT_FOUND`, `INVALID_STATE`. */
export async function moveInterview(
  work: UnitOfWork,
  actor: Actor,
  applicationId: string,
  action: InterviewMove,
  notes: TransitionNotes = {},
): Promise<InterviewStatus> {
  const aggregate = await loadApplicationForUpdate(work.trx, actor, applicationId);
  return moveLockedInterview(work, actor, aggregate, action, notes);
}

/**
 * Makes the transition for an application that the caller has locked. `isQuiet` sends no message, for a transition that
 * is part of one that the candidate is notified of.
 */
export async function moveLockedInterview(
  work: UnitOfWork,
  actor: Actor,
  aggregate: ApplicationAggregate,
  action: InterviewMove,
  { isQuiet = false, ...notes }: TransitionNotes & { isQuiet?: boolean } = {},
): Promise<InterviewStatus> {
  const { trx } = work;
  const interview = currentInterview(aggregate);
  const from = interview?.status ?? null;
  const result = checkTransition(interviewFlow, action, actor.type, from, buildInterviewContext(aggregate));
  if (!result.isAllowed) throw toHttpError(result, errorCodes);
  const { to } = result;
  if (!interview || to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');

  const { slot } = interview;
  const losesTime = isSeatedInterview(interview.status) && !isSeatedInterview(to);
  const isOwnCancellation = action === 'CANCEL_INTERVIEW' && actor.type === 'CANDIDATE';
  const updated = await trx
    .updateTable('interview')
    .set({
      status: to,
      // A calendar with the old time accepts its removal only with a higher sequence.
      ...(losesTime && { sequence: interview.sequence + 1 }),
      // The limit of changes applies per invitation.
      ...(action === 'INVITE_AGAIN' && { reschedulesUsed: 0 }),
      ...(isOwnCancellation && { reschedulesUsed: interview.reschedulesUsed + 1 }),
    })
    .where('id', '=', interview.id)
    .where('status', '=', interview.status)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  if (slot && losesTime) {
    await releaseSeat(trx, 'interviewSlot', slot.id);
    await inviteInterviewers(work, { interviewId: interview.id }, slot, null, aggregate.now);
  }

  const event = { subject: 'INTERVIEW', action, from, to } as const;
  const eventId = await recordTransition(trx, aggregate.application.id, actor, event, notes);
  if (isQuiet) return to;
  const isOff = slot !== null && !isSeatedInterview(to);
  const namesTime = isOff && slot.startsAt > aggregate.now && (losesTime || action === 'INVITE_AGAIN');
  await notifyCandidate(work, aggregate, eventId, action, {
    actor,
    kind: 'appointment',
    ...notes,
    time: namesTime ? { at: slot.startsAt, timeZone: slot.timeZone } : null,
    appointment: isOwnCancellation ? 'INTERVIEW' : null,
    calendarLink: isOff ? { of: 'INTERVIEW', label: 'REMOVE' } : null,
  });
  return to;
}
