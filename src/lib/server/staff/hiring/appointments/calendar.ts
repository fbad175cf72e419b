import { sql } from 'kysely';
import { type InterviewStatus, seatedInterviews } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { CalendarRange } from '#lib/domain/hiring/appointments/slot-calendar.ts';
import type { MockInterviewStatus } from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import { mediaPath } from '#lib/domain/media/media.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../../person-names.ts';
import type { CalendarQuery } from './calendar-query.ts';

/** The slots of some days with the candidates who have a seat: those of jobs, and booked mock interviews. */

export interface CalendarBooking {
  /** Null for a mock interview. */
  applicationId: string | null;
  interviewId: string;
  name: string;
  /** E.164. */
  phone: string;
  status: InterviewStatus | MockInterviewStatus;
  /** Where staff change it. */
  href: string;
  resumeUrl: string | null;
}

export interface CalendarSlot {
  id: string;
  isMock: boolean;
  /** What it is for: the job, or the role of a mock interview. */
  jobTitle: string;
  stage: string | null;
  interviewer: string | null;
  startsAt: string;
  endsAt: string;
  mode: 'VIDEO' | 'PHONE' | 'IN_PERSON';
  capacity: number;
  taken: number;
  bookings: CalendarBooking[];
}

/** A page shows at most this many slots. */
const maxCalendarSlots = 600;

/** Loads the slots of a range that are not cancelled, in the order of their time. [API-43] */
export async function loadCalendar(
  db: Db,
  { from, to }: Pick<CalendarRange, 'from' | 'to'>,
  query: CalendarQuery,
): Promise<{ slots: CalendarSlot[]; isComplete: boolean }> {
  const rows = await selectCalendarSlots(db, { from, to }, query).execute();
  const shown = rows.slice(0, maxCalendarSlots);
  const bookings = await loadBookings(
    db,
    shown.filter(({ taken }) => taken > 0).map(({ id }) => id),
  );
  const slots = shown.map(({ startsAt, endsAt, stages, stageKey, expertId, jobTitle, role, ...row }) => ({
    ...row,
    isMock: expertId !== null,
    jobTitle: jobTitle ?? role ?? '',
    stage: stages?.find(({ key }) => key === stageKey)?.title ?? null,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    bookings: bookings.get(row.id) ?? [],
  }));
  return { slots, isComplete: rows.length <= maxCalendarSlots };
}

/** Builds the query of the calendar's slots; each filter has an index that begins with it and goes on with the time. */
const selectCalendarSlots = (
  db: Db,
  { from, to }: Pick<CalendarRange, 'from' | 'to'>,
  { jobId, interviewerId, state }: CalendarQuery,
) =>
  db
    .selectFrom('interviewSlot as slot')
    .leftJoin('job', 'job.id', 'slot.jobId')
    .leftJoin('interviewer', 'interviewer.id', 'slot.interviewerId')
    .select(['slot.id', 'slot.startsAt', 'slot.endsAt', 'slot.stageKey', 'slot.mode', 'slot.capacity'])
    .select(['slot.taken', 'slot.expertId', 'job.title as jobTitle', 'job.stages'])
    .select('interviewer.name as interviewer')
    .select(
      sql<string | null>`(select role from mock_interview mock
        where mock.slot_id = slot.id and slot.expert_id is not null
        order by (mock.status = 'CANCELLED'), mock.id desc limit 1)`.as('role'),
    )
    .where('slot.startsAt', '>=', from)
    .where('slot.startsAt', '<', to)
    .where('slot.cancelledAt', 'is', null)
    // The free times of experts are many, and candidates book them.
    .where((where) => where.or([where('slot.jobId', 'is not', null), where('slot.taken', '>', 0)]))
    .$if(jobId !== undefined, (slots) => slots.where('slot.jobId', '=', jobId ?? ''))
    .$if(interviewerId !== undefined, (slots) => slots.where('slot.interviewerId', '=', interviewerId ?? ''))
    .$if(state === 'booked', (slots) => slots.where('slot.taken', '>', 0))
    .$if(state === 'free', (slots) => slots.whereRef('slot.taken', '<', 'slot.capacity'))
    .orderBy('slot.startsAt')
    .orderBy('slot.id')
    .limit(maxCalendarSlots + 1);

/** Loads who has a seat in each of the slots. */
async function loadBookings(db: Db, slotIds: readonly string[]): Promise<Map<string, CalendarBooking[]>> {
  if (!slotIds.length) return new Map();
  const rows = await selectBookings(db, slotIds).execute();
  const mocks = await selectMockBookings(db, slotIds).execute();
  const bookings = [
    ...rows.map((row) => ({ slotId: row.slotId ?? '', booking: presentBooking(row) })),
    ...mocks.map((row) => ({ slotId: row.slotId, booking: presentMockBooking(row) })),
  ];
  const bySlot = Map.groupBy(bookings, ({ slotId }) => slotId);
  return new Map([...bySlot].map(([id, ofSlot]) => [id, ofSlot.map(({ booking }) => booking)]));
}

export const selectBookings = (db: Db, slotIds: readonly string[]) =>
  db
    .selectFrom('interview')
    .innerJoin('jobApplication as application', 'application.id', 'interview.applicationId')
    .innerJoin('appUser as person', 'person.id', 'application.userId')
    .leftJoin('media', 'media.id', 'application.resumeMediaId')
    .select(['interview.id as interviewId', 'interview.slotId', 'interview.status'])
    .select(['application.id as applicationId', 'person.firstName', 'person.lastName', 'person.phoneE164'])
    .select(['media.id as mediaId', 'media.name as mediaName'])
    .where('interview.slotId', 'in', slotIds)
    .where('interview.status', 'in', seatedInterviews)
    .orderBy('interview.id');
type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>['executeTakeFirstOrThrow']>>;

const presentBooking = (row: BookingRow): CalendarBooking => ({
  applicationId: row.applicationId,
  interviewId: row.interviewId,
  name: formatPersonName(row),
  phone: row.phoneE164,
  status: row.status,
  href: `/staff/applications/${row.applicationId}/`,
  resumeUrl: row.mediaId && row.mediaName ? mediaPath(row.mediaId, row.mediaName) : null,
});

const selectMockBookings = (db: Db, slotIds: readonly string[]) =>
  db
    .selectFrom('mockInterview as mock')
    .innerJoin('appUser as person', 'person.id', 'mock.userId')
    .select(['mock.id', 'mock.slotId', 'mock.expertId', 'mock.status'])
    .select(['person.firstName', 'person.lastName', 'person.phoneE164'])
    .where('mock.slotId', 'in', slotIds)
    .where('mock.status', '!=', 'CANCELLED')
    .orderBy('mock.id');
type MockBookingRow = Awaited<ReturnType<ReturnType<typeof selectMockBookings>['executeTakeFirstOrThrow']>>;

const presentMockBooking = (row: MockBookingRow): CalendarBooking => ({
  ...{ applicationId: null, interviewId: row.id, resumeUrl: null, status: row.status },
  name: formatPersonName(row),
  phone: row.phoneE164,
  href: `/staff/mock-interviews/?expertId=${row.expertId}&status=${row.status}`,
});
