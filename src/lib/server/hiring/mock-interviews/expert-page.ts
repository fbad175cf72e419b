import type { SlotDay } from '#lib/contract/hiring/appointments.ts';
import type { Expert, ExpertBooking } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { groupSlotsByDay } from '../appointments/interview-slots.ts';
import { listExpertSlots } from './expert-slots.ts';
import { findOwnExpert, presentExpertOf } from './experts.ts';
import { expertActor, listExpertBookings } from './find-mock-interviews.ts';
import { findMockInterview } from './mock-interview-aggregate.ts';
import { presentExpertBooking } from './present-mock-interview.ts';

export interface ExpertPage {
  expert: Expert;
  bookings: ExpertBooking[];
  /** Free times by day of the expert's zone. */
  days: SlotDay[];
  /** The link of the latest free time. */
  joinUrl: string | null;
  now: Date;
}

/** Loads the first page of an expert; null for everybody else. */
export async function findExpertPage(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<ExpertPage | null> {
  const expert = await findOwnExpert(db, id);
  if (!expert) return null;
  const slots = await listExpertSlots(db, expert);
  return {
    expert: presentExpertOf(expert),
    bookings: await listExpertBookings(db, expert),
    days: groupSlotsByDay(slots, timeZone),
    joinUrl: slots.at(-1)?.joinUrl ?? null,
    now: await databaseNow(db),
  };
}

/** Loads a booking that the expert holds; null if it is not theirs. */
export async function findExpertBooking(db: Db, userId: string, id: string): Promise<ExpertBooking | null> {
  const aggregate = await findMockInterview(db, expertActor(userId), id);
  return aggregate && presentExpertBooking(aggregate);
}
