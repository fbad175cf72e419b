import { v7 as uuidv7 } from 'uuid';
import type { PastInterview, pastInterviewRoutes } from '#lib/contract/staff/hiring/past-interviews.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { interviewFlow } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  type InterviewRow,
  loadApplicationForUpdate,
  type SlotRow,
} from '#lib/server/hiring/application-aggregate.ts';
import { describeOverlap, lockInterviewers } from '#lib/server/hiring/appointments/free-interviewer.ts';
import { requireBookableInterview } from '#lib/server/hiring/appointments/interview-slots.ts';
import {
  buildInterviewContext,
  moveLockedInterview,
} from '#lib/server/hiring/appointments/interview-transitions.ts';
import { inviteInterviewers } from '#lib/server/hiring/appointments/interviewer-invites.ts';
import { notifyCandidate } from '#lib/server/hiring/notify-candidate.ts';
import { recordTransition } from '#lib/server/hiring/record-transition.ts';
import { lockSlots, releaseSeat } from '#lib/server/hiring/seats.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { changeApplication } from '../../applications/change-application.ts';
import { enterInterview } from '../book-time.ts';
import { findBookableStage } from '../interview-choices.ts';

export const pastInterviewHandlers: Handlers<keyof typeof pastInterviewRoutes> = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/record-interview/': (context) =>
    changeApplication(context, 'application.COMPLETE_INTERVIEW', async (work, staff, id) => {
      const aggregate = await loadApplicationForUpdate(work.trx, staff, id);
      if (findBookableStage(aggregate) !== context.body.stageKey) throw createResultError();
      await enterInterview(work, staff, aggregate);
      await recordPastInterview(work, staff, id, context.body);
    }),
};

const createResultError = () =>
  new HttpError('INVALID_STATE', {
    message: 'This interview cannot be recorded now. Open the application again to see where it stands.',
  });

/**
 * Records an interview that has taken place at a time that nobody booked: makes a slot of the past with its one seat taken, and
 * completes the interview in it. Nobody is notified, except of a future time that was booked and is not needed any more, and in the
 * place of an invitation that still waits.
 * Throws `NOT_FOUND`, `INTERVIEW_NOT_SCHEDULED`, `INVALID_STATE` or `VALIDATION_FAILED`. [API-43]
 */
async function recordPastInterview(
  work: UnitOfWork,
  staff: Actor & { id: string },
  applicationId: string,
  input: PastInterview,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, staff, applicationId);
  const interview = requireBookableInterview(aggregate);
  if (new Date(input.startsAt) > aggregate.now)
    throw new HttpError('VALIDATION_FAILED', { message: notPast, fields: ['startsAt'] });
  const booked = interview.status === 'SCHEDULED' ? interview.slot : null;
  await requireInterviewerThen(trx, input, booked?.id ?? null);
  if (booked) await lockSlots(trx, [booked.id]);

  const slot = await insertPastSlot(trx, aggregate, input);
  const eventId = await moveToSlot(work, staff, aggregate, interview, { slot, booked });
  const moved = await loadApplicationForUpdate(trx, staff, applicationId);
  await moveLockedInterview(work, staff, moved, 'COMPLETE_INTERVIEW', { isQuiet: true });
  const isAhead = booked !== null && booked.startsAt > aggregate.now;
  if (isAhead) await inviteInterviewers(work, { interviewId: interview.id }, booked, null, aggregate.now);
  await notifyCandidate(work, aggregate, eventId, 'COMPLETE_INTERVIEW', {
    actor: staff,
    kind: 'appointment',
    ...(isAhead
      ? { time: { at: booked.startsAt, timeZone: booked.timeZone }, appointment: 'INTERVIEW' }
      : { isQuietAlone: true }),
  });
}

const notPast = 'Enter a time in the past. For a future one, choose another time.';

/**
 * Requires that the interviewer exists and held no other interview then. It need not be active, because who held an interview may
 * hold none any more; and a time that nobody booked is no obstacle, because the interview was probably held in it. Locks the
 * interviewer, as everybody does who gives out times. [C-42]
 */
async function requireInterviewerThen(
  trx: Db,
  input: PastInterview,
  bookedSlotId: string | null,
): Promise<void> {
  const { interviewerId: id } = input;
  if (!id) return;
  const reject = (message: string) =>
    new HttpError('VALIDATION_FAILED', { message, fields: { interviewerId: message } });
  await lockInterviewers(trx, [id]);
  const row = await trx.selectFrom('interviewer').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw reject('Please choose an interviewer');
  const overlap = await describeOverlap(trx, id, [timesOf(input)], bookedSlotId, { isBooked: true });
  if (overlap) throw reject(`${overlap} Check the date and the time, or choose who held this one.`);
}

const timesOf = ({ startsAt, minutes }: PastInterview) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + minutes * 60_000),
});

const insertPastSlot = (
  trx: Db,
  { application, job }: ApplicationAggregate,
  input: PastInterview,
): Promise<SlotRow> =>
  trx
    .insertInto('interviewSlot')
    .values({
      ...{ id: uuidv7(), jobId: job.id, stageKey: application.stageKey, expertId: null },
      ...timesOf(input),
      ...{ timeZone: input.timeZone, mode: input.mode, interviewerId: input.interviewerId },
      ...{ joinUrl: null, address: null, instructions: null },
      ...{ capacity: 1, taken: 1 },
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Gives the interview the past slot, without the messages of a booking. Returns the id of the history row. */
async function moveToSlot(
  { trx }: UnitOfWork,
  staff: Actor,
  aggregate: ApplicationAggregate,
  interview: InterviewRow,
  { slot, booked }: { slot: SlotRow; booked: SlotRow | null },
): Promise<string> {
  const action = booked ? 'RESCHEDULE_INTERVIEW' : 'SCHEDULE_INTERVIEW';
  const context = { ...buildInterviewContext(aggregate), seatsLeft: 1 };
  const result = checkTransition(interviewFlow, action, staff.type, interview.status, context);
  if (!result.isAllowed) throw toHttpError(result, {});
  await trx
    .updateTable('interview')
    .set({
      status: 'SCHEDULED',
      slotId: slot.id,
      // A calendar with an earlier time accepts another one only with a higher sequence.
      sequence: interview.sequence + (interview.slotId ? 1 : 0),
    })
    .where('id', '=', interview.id)
    .executeTakeFirstOrThrow();
  if (booked) await releaseSeat(trx, 'interviewSlot', booked.id);
  const times = { startsAt: slot.startsAt, previousStartsAt: booked?.startsAt ?? null };
  const event = { subject: 'INTERVIEW', action, from: interview.status, to: result.to, ...times } as const;
  return recordTransition(trx, aggregate.application.id, staff, event);
}
