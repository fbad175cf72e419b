import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  type SlotRow,
} from '#lib/server/hiring/application-aggregate.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';

/** What staff choose from when they book an interview for a candidate. */

/** Loads the names of interviewers by their ids; an id may be null and may repeat. */
export async function loadInterviewerNames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (!known.length) return new Map();
  const rows = await db.selectFrom('interviewer').select(['id', 'name']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lists the free slots of an application's interview with who holds them. */
export async function listOpenSlots(
  db: Db,
  { application, job }: Pick<ApplicationAggregate, 'application' | 'job'>,
): Promise<StaffApplication['openSlots']> {
  const slots = await listFreeSlots(db, { jobId: job.id, stageKey: application.stageKey });
  const names = await loadInterviewerNames(
    db,
    slots.map(({ interviewerId }) => interviewerId),
  );
  return slots.map(({ id, startsAt, endsAt, capacity, taken, mode, timeZone, interviewerId }) => ({
    id,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    seatsLeft: capacity - taken,
    mode,
    timeZone,
    interviewer: interviewerId ? (names.get(interviewerId) ?? null) : null,
  }));
}

/** Returns the latest slot of a stage that is not cancelled, of any time, or null. */
export async function findLatestSlot(db: Db, jobId: string, stageKey: string): Promise<SlotRow | null> {
  const slot = await db
    .selectFrom('interviewSlot')
    .selectAll()
    .where('jobId', '=', jobId)
    .where((where) => where.or([where('stageKey', 'is', null), where('stageKey', '=', stageKey)]))
    .where('cancelledAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return slot ?? null;
}

/** Returns how an interview is held unless staff say otherwise: as it is booked, or as the latest slot of its stage. */
export async function findMeetingDefaults(
  db: Db,
  aggregate: ApplicationAggregate,
): Promise<StaffApplication['meeting']> {
  const { application, job } = aggregate;
  const interview = currentInterview(aggregate);
  const booked = interview?.status === 'SCHEDULED' ? interview.slot : null;
  const slot = booked ?? (await findLatestSlot(db, job.id, application.stageKey));
  return slot && presentMeeting(slot, booked !== null);
}

const presentMeeting = (slot: SlotRow, isBooked: boolean): NonNullable<StaffApplication['meeting']> => ({
  slotId: isBooked ? slot.id : null,
  interviewerId: isBooked ? slot.interviewerId : null,
  minutes: Math.round((slot.endsAt.getTime() - slot.startsAt.getTime()) / 60_000),
  timeZone: slot.timeZone,
  mode: slot.mode,
  joinUrl: slot.joinUrl,
  address: slot.address,
});
