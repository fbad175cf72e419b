import type { StaffApplication } from '#lib/contract/staff/applications.ts';
import { stageAfter } from '#lib/domain/hiring/jobs/job-stages.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  type SlotRow,
} from '#lib/server/hiring/application-aggregate.ts';
import { listAllowedActions } from '#lib/server/hiring/applications/allowed-actions.ts';
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

/**
 * Returns the stage of the interview that staff can book: the one that waits for a time or has one, or the next stage of the
 * job if the application can move there now. Null where no interview can be booked. [API-43]
 */
export function findBookableStage(aggregate: ApplicationAggregate): string | null {
  const { application, job } = aggregate;
  const status = currentInterview(aggregate)?.status;
  if (application.status === 'INTERVIEW' && (status === 'TO_SCHEDULE' || status === 'SCHEDULED'))
    return application.stageKey;
  return isInterviewNext(aggregate) ? (stageAfter(job.stages, application.stageKey)?.key ?? null) : null;
}

/** Returns whether staff can move an application to an interview now. */
export const isInterviewNext = (aggregate: ApplicationAggregate): boolean =>
  listAllowedActions(aggregate, 'STAFF').some(
    ({ action, enabled }) => action === 'MOVE_TO_INTERVIEW' && enabled,
  );

/** Lists the free slots of an interview stage with who holds them. */
export async function listOpenSlots(
  db: Db,
  jobId: string,
  stageKey: string,
): Promise<StaffApplication['openSlots']> {
  const slots = await listFreeSlots(db, { jobId, stageKey });
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
  stageKey: string,
): Promise<StaffApplication['meeting']> {
  const interview = currentInterview(aggregate);
  const booked = interview?.status === 'SCHEDULED' ? interview.slot : null;
  const slot = booked ?? (await findLatestSlot(db, aggregate.job.id, stageKey));
  const mode = booked ? undefined : aggregate.job.stages.find(({ key }) => key === stageKey)?.mode;
  return slot && { ...presentMeeting(slot, booked !== null), ...(mode && { mode }) };
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
