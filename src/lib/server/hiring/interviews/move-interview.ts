import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type InterviewAction,
  type InterviewStatus,
  interviewFlow,
  isSeatedInterview,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Actor, TransitionNotes, UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type ApplicationAggregate,
  loadApplicationForUpdate,
} from '../applications/application-aggregate.ts';
import { currentInterview, interviewFacts } from '../applications/facts.ts';
import { recordEvent } from '../applications/record-event.ts';
import { tellCandidate } from '../applications/tell-candidate.ts';
import { giveBackSeat } from '../appointments/seats.ts';
import { toHttpError } from '../to-http-error.ts';

/** The steps of an interview besides choosing its time. */
export type InterviewMove = Extract<
  InterviewAction,
  'COMPLETE_INTERVIEW' | 'MISS_INTERVIEW' | 'CANCEL_INTERVIEW' | 'INVITE_AGAIN'
>;

/**
 * One step of the interview that an application is at, by staff.
 * @throws HttpError NOT_FOUND, INVALID_STATE
 */
export async function moveInterview(
  work: UnitOfWork,
  by: Actor,
  applicationId: string,
  action: InterviewMove,
  notes: TransitionNotes = {},
): Promise<InterviewStatus> {
  const standing = await loadApplicationForUpdate(work.trx, by, applicationId);
  return moveInterviewOf(work, by, standing, action, notes);
}

/** The same for an application that the caller has locked; a quiet one is part of a change that is told already. */
export async function moveInterviewOf(
  work: UnitOfWork,
  by: Actor,
  standing: ApplicationAggregate,
  action: InterviewMove,
  { isQuiet = false, ...notes }: TransitionNotes & { isQuiet?: boolean } = {},
): Promise<InterviewStatus> {
  const { trx } = work;
  const interview = currentInterview(standing);
  const from = interview?.status ?? null;
  const verdict = checkTransition(interviewFlow, action, by.type, from, interviewFacts(standing));
  if (!verdict.isAllowed) throw toHttpError(verdict, {});
  if (!interview || verdict.to === 'NOT_REQUIRED') throw new HttpError('INVALID_STATE');

  const { to } = verdict;
  const { slot } = interview;
  // Whoever has the old time in a calendar gets an entry that takes it back.
  const isTakenBack = isSeatedInterview(interview.status) && !isSeatedInterview(to);
  const written = await trx
    .updateTable('interview')
    .set({
      status: to,
      ...(isTakenBack && { sequence: interview.sequence + 1 }),
      // Moves are of one invitation: who has to choose once more has all of them again.
      ...(action === 'INVITE_AGAIN' && { reschedulesUsed: 0 }),
    })
    .where('id', '=', interview.id)
    .where('status', '=', interview.status)
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new HttpError('INVALID_STATE');
  if (interview.slotId && isTakenBack) await giveBackSeat(trx, 'interviewSlot', interview.slotId);

  const { id } = standing.application;
  const eventId = await recordEvent(trx, id, by, { subject: 'INTERVIEW', action, from, to }, notes);
  await auditTransition(trx, by, { subjectType: 'application', subjectId: id, action, from, to }, notes);
  if (isQuiet) return to;
  const isOff = slot !== null && !isSeatedInterview(to);
  const isNamed = isOff && slot.startsAt > standing.now && (isTakenBack || action === 'INVITE_AGAIN');
  await tellCandidate(
    work,
    standing,
    eventId,
    { action },
    {
      ...notes,
      when: isNamed ? { at: slot.startsAt, timeZone: slot.timeZone } : null,
      calendar: isOff ? 'TAKE_OUT' : null,
    },
  );
  return to;
}
