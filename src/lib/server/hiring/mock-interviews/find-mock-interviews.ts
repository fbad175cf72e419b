import { sql } from 'kysely';
import type { Paging } from '#lib/contract/core/list.ts';
import type { SlotDay } from '#lib/contract/hiring/appointments.ts';
import type {
  ExpertBooking,
  MockInterview,
} from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { listUnpaidDays } from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import type { Config } from '#lib/server/config.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { calendarPath } from '../appointments/calendar-link.ts';
import { type ExpertRow, listExpertDays } from './experts.ts';
import {
  findMockInterview,
  loadMockInterviews,
  type MockInterviewAggregate,
  requireMockInterview,
} from './mock-interview-aggregate.ts';
import { presentExpertBooking, presentMockInterview } from './present-mock-interview.ts';

interface FindDeps {
  db: Db;
  config: Config;
}

/** A page of an expert shows at most this many bookings. */
const maxBookings = 100;

export const expertActor = (userId: string): Actor => ({ type: 'EXPERT', id: userId });

const present = (config: Config, aggregate: MockInterviewAggregate): MockInterview =>
  presentMockInterview(aggregate, calendarPath(config, 'MOCK_INTERVIEW', aggregate.mock.id));

/** Lists the mock interviews of a person, the latest booking first. [APP-14] */
export async function listOwnMockInterviews(
  { db, config }: FindDeps,
  userId: string,
  { limit, offset }: Paging,
): Promise<{ count: number; results: MockInterview[] }> {
  const own = db.selectFrom('mockInterview').where('userId', '=', userId);
  const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await own.select('id').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const aggregates = await loadMockInterviews(
    db,
    rows.map(({ id }) => id),
  );
  return { count, results: aggregates.map((one) => present(config, one)) };
}

/** Loads a mock interview of a person. Throws NOT_FOUND. [C-39] */
export const requireOwnMockInterview = async (
  { db, config }: FindDeps,
  userId: string,
  id: string,
): Promise<MockInterview> => present(config, await requireMockInterview(db, candidateActor(userId), id));

/** Loads what the page of a booking shows: the booking, and other free times while it can be moved. Null if it is not theirs. */
export async function findMockInterviewPage(
  { db, config }: FindDeps,
  { id: userId, timeZone }: { id: string; timeZone: string },
  id: string,
): Promise<{ mock: MockInterview; days: SlotDay[] } | null> {
  const aggregate = await findMockInterview(db, candidateActor(userId), id);
  if (!aggregate) return null;
  const mock = present(config, aggregate);
  const canMove = mock.allowedActions.some(({ action, enabled }) => action === 'MOVE' && enabled);
  const days = canMove ? await listExpertDays(db, aggregate.expert.id, timeZone, mock.slotId) : [];
  return { mock, days: mock.payment ? listUnpaidDays(days, aggregate.now) : days };
}

/** Lists the mock interviews that an expert holds: open ones, the next one first, then past ones, the latest first. */
export async function listExpertBookings(db: Db, { id: expertId }: ExpertRow): Promise<ExpertBooking[]> {
  const rows = await db
    .selectFrom('mockInterview as mock')
    .innerJoin('interviewSlot as slot', 'slot.id', 'mock.slotId')
    .select('mock.id')
    .where('mock.expertId', '=', expertId)
    .orderBy(sql`mock.status = 'BOOKED' desc`)
    .orderBy(sql`case when mock.status = 'BOOKED' then starts_at end`)
    .orderBy('slot.startsAt', 'desc')
    .limit(maxBookings)
    .execute();
  const aggregates = await loadMockInterviews(
    db,
    rows.map(({ id }) => id),
  );
  return aggregates.map(presentExpertBooking);
}
