import type { SlotDay, Slots } from '#lib/contract/hiring/appointments.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { interviewPolicy, rescheduleDeadline } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  type InterviewRow,
  type SlotRow,
} from '../application-aggregate.ts';
import { listFreeSlots } from '../seats.ts';

/**
 * Presents the free slots of the current interview, by day of the candidate's own time zone. Throws
 * `INTERVIEW_NOT_SCHEDULED`. [API-43]
 */
export async function presentSlots(db: Db, aggregate: ApplicationAggregate): Promise<Slots> {
  const interview = requireBookableInterview(aggregate);
  const { timeZone } = presentUser(aggregate.person);
  const current = interview.status === 'SCHEDULED' ? interview.slot : null;
  const owner = { jobId: aggregate.job.id, stageKey: interview.stageKey };
  const slots = await listFreeSlots(db, owner);
  const others = slots.filter(({ id }) => id !== current?.id);
  return {
    timeZone,
    current: current && presentSlot(current),
    reschedulesLeft: interviewPolicy.reschedules - interview.reschedulesUsed,
    deadlineAt: current && rescheduleDeadline(current.startsAt).toISOString(),
    days: groupSlotsByDay(others, timeZone),
  };
}

/** Returns the interview if it waits for a time or has a future one. Throws `INTERVIEW_NOT_SCHEDULED`. */
export function requireBookableInterview(aggregate: ApplicationAggregate): InterviewRow {
  const interview = currentInterview(aggregate);
  if (interview?.status !== 'TO_SCHEDULE' && interview?.status !== 'SCHEDULED')
    throw new HttpError('INTERVIEW_NOT_SCHEDULED');
  return interview;
}

/** Presents slots by day of the reader's time zone. */
export function groupSlotsByDay(slots: readonly SlotRow[], timeZone: string): SlotDay[] {
  const days = Map.groupBy(slots, ({ startsAt }) => localDate(startsAt, timeZone));
  return [...days].map(([date, slots]) => ({ date, slots: slots.map(presentSlot) }));
}

const presentSlot = ({ id, startsAt, endsAt, capacity, taken, mode }: SlotRow) => ({
  id,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  seatsLeft: capacity - taken,
  mode,
});
