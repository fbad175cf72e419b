import type { StaffApplicationCard } from '#lib/contract/staff/applications.ts';
import type { StaffSlot } from '#lib/contract/staff/appointments.ts';
import type { InterviewStatus } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { slotOptionText } from '#lib/domain/hiring/appointments/slot-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type ApplicationAggregate, loadApplications } from '#lib/server/hiring/application-aggregate.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import { formatPersonName } from '../../person-names.ts';
import { presentApplicationCards } from '../applications/present-application-card.ts';
import { selectBookings } from './calendar.ts';
import { requireSlot } from './find-appointments.ts';
import { listOpenSlots } from './interview-choices.ts';

export type Options = [value: string, label: string][];

/** An interview in the slot. */
export interface SlotBooking {
  card: StaffApplicationCard;
  /** The status of this interview; that of the card is the one of the application's current stage. */
  status: InterviewStatus;
  resume: ReturnType<typeof presentResume>;
}

/** One slot with its interviews, and with what staff may choose for it. */
export interface SlotPanel {
  slot: StaffSlot;
  bookings: SlotBooking[];
  /** Candidates who wait for a time for such an interview. */
  waiting: Options;
  /** Other free times for these candidates. */
  freeTimes: Options;
}

/** Loads a slot as the calendar shows it when it is open. Throws NOT_FOUND. [API-43] */
export async function requireSlotPanel(db: Db, slotId: string, timeZone: string): Promise<SlotPanel> {
  const slot = await requireSlot(db, slotId);
  const rows = slot.taken > 0 ? await selectBookings(db, [slotId]).execute() : [];
  const aggregates = await loadApplications(
    db,
    rows.map(({ applicationId }) => applicationId),
    null,
  );
  const cards = await presentApplicationCards(db, aggregates);
  const isOpen = !slot.cancelledAt && new Date(slot.startsAt) > new Date();
  const isFull = slot.taken >= slot.capacity;
  return {
    slot,
    bookings: cards.map((card, index) => ({
      card,
      status: rows.find(({ applicationId }) => applicationId === card.id)?.status ?? card.interviewStatus,
      resume: presentResume(aggregates[index]?.resume ?? null),
    })),
    waiting: isOpen && !isFull ? await listWaiting(db, slot) : [],
    freeTimes: await listOtherTimes(db, slot, aggregates, timeZone),
  };
}

async function listWaiting(db: Db, { job, stageKey }: StaffSlot): Promise<Options> {
  const rows = await db
    .selectFrom('jobApplication as application')
    .innerJoin('interview', (join) =>
      join
        .onRef('interview.applicationId', '=', 'application.id')
        .onRef('interview.stageKey', '=', 'application.stageKey'),
    )
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .select(['application.id', 'application.number', 'person.firstName', 'person.lastName'])
    .where('application.jobId', '=', job.id)
    .where('application.status', '=', 'INTERVIEW')
    .where('interview.status', '=', 'TO_SCHEDULE')
    .$if(stageKey !== null, (query) => query.where('application.stageKey', '=', stageKey ?? ''))
    .orderBy('application.id')
    .limit(200)
    .execute();
  return rows.map((row) => [row.id, `${formatPersonName(row)} · ${row.number}`]);
}

async function listOtherTimes(
  db: Db,
  { id }: StaffSlot,
  [booked]: readonly ApplicationAggregate[],
  timeZone: string,
): Promise<Options> {
  if (!booked) return [];
  const slots = await listOpenSlots(db, booked.job.id, booked.application.stageKey);
  return slots.filter((one) => one.id !== id).map((one) => [one.id, slotOptionText(one, timeZone)]);
}
