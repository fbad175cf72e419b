import type { SlotDay, Slots } from '#lib/contract/hiring/appointments.ts';
import { wallDate } from '#lib/domain/core/zoned-time.ts';
import { interviewPolicy, rescheduleDeadline } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ApplicationAggregate, SlotRow } from '../applications/application-aggregate.ts';
import { listFreeSlots } from '../appointments/find-seats.ts';
import { requireBookable } from './book-slot.ts';

/** What is free for an interview, by day of the candidate's own time zone (API-43). @throws HttpError INTERVIEW_NOT_SCHEDULED */
export async function presentSlots(db: Db, standing: ApplicationAggregate): Promise<Slots> {
  const interview = requireBookable(standing);
  const { timeZone } = presentUser(standing.person);
  const current = interview.status === 'SCHEDULED' ? interview.slot : null;
  const free = await listFreeSlots(db, standing.job.id, interview.stageKey);
  return {
    timeZone,
    current: current && presentSlot(current),
    reschedulesLeft: interviewPolicy.reschedules - interview.reschedulesUsed,
    deadlineAt: current && rescheduleDeadline(current.startsAt).toISOString(),
    days: daysOf(
      free.filter(({ id }) => id !== current?.id),
      timeZone,
    ),
  };
}

function daysOf(slots: readonly SlotRow[], timeZone: string): SlotDay[] {
  const days = Map.groupBy(slots, ({ startsAt }) => wallDate(startsAt, timeZone));
  return [...days].map(([date, slots]) => ({ date, slots: slots.map(presentSlot) }));
}

const presentSlot = ({ id, startsAt, endsAt, capacity, taken, mode }: SlotRow) => ({
  id,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  seatsLeft: capacity - taken,
  mode,
});
