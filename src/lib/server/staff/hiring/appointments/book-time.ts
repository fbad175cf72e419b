import { v7 as uuidv7 } from 'uuid';
import type { interviewTimeRoutes, NewInterviewTime } from '#lib/contract/staff/hiring/interview-times.ts';
import { interviewModeProblem } from '#lib/domain/hiring/appointments/meeting-place.ts';
import type { SlotTime } from '#lib/domain/hiring/appointments/slot-times.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  loadApplicationForUpdate,
  type SlotRow,
} from '#lib/server/hiring/application-aggregate.ts';
import { moveLockedApplication } from '#lib/server/hiring/applications/move-application.ts';
import {
  lockInterviewers,
  requireFreeInterviewer,
} from '#lib/server/hiring/appointments/free-interviewer.ts';
import { requireBookableInterview } from '#lib/server/hiring/appointments/interview-slots.ts';
import { bookSlot } from '#lib/server/hiring/appointments/interview-transitions.ts';
import { createStaleBookingError } from '#lib/server/hiring/appointments/stale-booking.ts';
import { lockSlots } from '#lib/server/hiring/seats.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { changeApplication } from '../applications/change-application.ts';
import { findLatestSlot, isInterviewNext } from './interview-choices.ts';

export const interviewTimeHandlers: Handlers<keyof typeof interviewTimeRoutes> = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-slot/': (context) =>
    changeApplication(context, actionOf(context.body), async (work, staff, id) => {
      await enterInterview(work, staff, await loadApplicationForUpdate(work.trx, staff, id));
      await bookSlot(work, staff, id, context.body);
    }),

  'POST /api/v1/staff/job-applications/{jobApplicationId}/book-time/': (context) =>
    changeApplication(context, actionOf(context.body), async (work, staff, id) => {
      await enterInterview(work, staff, await loadApplicationForUpdate(work.trx, staff, id));
      await bookTime(work, staff, id, context.body);
    }),
};

/** A page that shows a booked time sends it along, so the new time is a move. */
const actionOf = ({ currentSlotId }: { currentSlotId?: string | null | undefined }) =>
  currentSlotId ? 'application.RESCHEDULE_INTERVIEW' : 'application.SCHEDULE_INTERVIEW';

/**
 * Moves an application to its interview if that is the next step, before staff book a time for it. The candidate gets one
 * message, about the time. Does nothing for an application that is there already, or cannot get there. [API-43]
 */
export async function enterInterview(
  work: UnitOfWork,
  staff: Actor,
  aggregate: ApplicationAggregate,
): Promise<void> {
  if (isInterviewNext(aggregate))
    await moveLockedApplication(work, staff, aggregate, 'MOVE_TO_INTERVIEW', {}, { isQuiet: true });
}

/**
 * Gives an interview a time that no slot has: makes a slot with one seat and books it. The same time sent twice is booked
 * once; with another interviewer, link, mode or address it is a change, and people are informed. Where the interviewer
 * stays and the new time overlaps the old one, the old slot is cancelled; else it becomes free.
 * Throws as `bookSlot` does, and VALIDATION_FAILED with the other interview when the interviewer is not free. [API-43]
 */
async function bookTime(
  work: UnitOfWork,
  staff: Actor & { id: string },
  applicationId: string,
  input: NewInterviewTime,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadApplicationForUpdate(trx, staff, applicationId);
  const interview = requireBookableInterview(aggregate);
  const current = interview.status === 'SCHEDULED' ? interview.slot : null;
  const startsAt = new Date(input.startsAt);
  const time = { startsAt, endsAt: new Date(startsAt.getTime() + input.minutes * 60_000) };
  if (current && isEqualTime(current, time) && isEqualMeeting(current, input)) return;
  if (input.currentSlotId !== undefined && input.currentSlotId !== (current?.id ?? null))
    throw createStaleBookingError(staff, current?.id ?? null);
  requireFittingTime(aggregate, input, time);

  if (input.interviewerId) await lockInterviewers(trx, [input.interviewerId]);
  const [locked] = current ? await lockSlots(trx, [current.id]) : [];
  const replaced = locked && isReplaced(locked, time, input.interviewerId) ? locked : null;
  if (input.interviewerId)
    await requireFreeInterviewer(trx, input.interviewerId, [time], {
      exceptSlotId: replaced?.id ?? null,
    });
  const slotId = await insertSlot(trx, aggregate, input, time, current);
  await recordStaffAudit(trx, staff.id, 'slot.CREATE', aggregate.job.id, { created: 1, startsAt });
  await bookSlot(work, staff, applicationId, { slotId, currentSlotId: current?.id ?? null });
  if (replaced)
    await trx
      .updateTable('interviewSlot')
      .set({ cancelledAt: aggregate.now })
      .where('id', '=', replaced.id)
      .where('taken', '=', 0)
      .execute();
}

const isEqualTime = (slot: SlotTime, time: SlotTime): boolean =>
  slot.startsAt.getTime() === time.startsAt.getTime() && slot.endsAt.getTime() === time.endsAt.getTime();

const isEqualMeeting = (slot: SlotRow, input: NewInterviewTime): boolean =>
  (['interviewerId', 'mode', 'joinUrl', 'address'] as const).every((name) => slot[name] === input[name]);

/** Returns whether the interview's slot cannot stay beside the new time: nobody else has a seat, and they overlap. */
const isReplaced = (slot: SlotRow, time: SlotTime, interviewerId: string | null): boolean =>
  slot.taken === 1 &&
  slot.interviewerId === interviewerId &&
  slot.startsAt < time.endsAt &&
  time.startsAt < slot.endsAt;

function requireFittingTime(
  { application, job, now }: ApplicationAggregate,
  { mode }: NewInterviewTime,
  { startsAt }: SlotTime,
): void {
  if (startsAt <= now) throw new HttpError('SLOT_IN_PAST', { fields: ['startsAt'] });
  const interviews = job.stages.filter(({ kind }) => kind === 'INTERVIEW');
  const message = interviewModeProblem(interviews, application.stageKey, mode);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields: ['mode'] });
}

/** Inserts the slot, with what to bring from the interview's slot or the latest one of the job. Returns its id. */
async function insertSlot(
  trx: Db,
  { application, job }: ApplicationAggregate,
  { timeZone, mode, joinUrl, address, interviewerId }: NewInterviewTime,
  time: SlotTime,
  current: SlotRow | null,
): Promise<string> {
  const id = uuidv7();
  const { stageKey } = application;
  const like = current ?? (await findLatestSlot(trx, job.id, stageKey));
  await trx
    .insertInto('interviewSlot')
    .values({
      ...{ id, jobId: job.id, stageKey, expertId: null, ...time, timeZone, mode, interviewerId },
      ...{ joinUrl, address, instructions: like?.instructions ?? null, capacity: 1 },
    })
    .execute();
  return id;
}
