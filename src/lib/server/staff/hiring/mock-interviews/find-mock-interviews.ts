import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type {
  StaffMockInterview,
  StaffMockInterviewsQuery,
} from '#lib/contract/staff/hiring/mock-interviews.ts';
import { mockInterviewStatusLabels } from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findCoachOf } from '#lib/server/hiring/mock-interviews/experts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { countUpToMax, parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';
import { formatPersonName } from '../../person-names.ts';

const selectMockInterviews = (db: Db) =>
  db
    .selectFrom('mockInterview as mock')
    .innerJoin('interviewSlot as slot', 'slot.id', 'mock.slotId')
    .innerJoin('expert', 'expert.id', 'mock.expertId')
    .innerJoin('appUser as person', 'person.id', 'mock.userId')
    .leftJoin('mockInterviewFeedback as feedback', 'feedback.mockInterviewId', 'mock.id');

const selectColumns = (db: Db) =>
  selectMockInterviews(db)
    .select(['mock.id', 'mock.status', 'mock.role', 'mock.bookedAt', 'mock.expertId', 'mock.slotId'])
    .select(['slot.startsAt', 'slot.endsAt', 'slot.timeZone', 'expert.coachSlug', 'feedback.sharedAt'])
    .select(['person.id as userId', 'firstName', 'lastName', 'phoneE164', 'email']);
type Row = Awaited<ReturnType<ReturnType<typeof selectColumns>['executeTakeFirstOrThrow']>>;

/** Lists mock interviews, the latest booking first. [APP-14] */
export async function listMockInterviews(
  db: Db,
  { limit, after, ...filters }: StaffMockInterviewsQuery,
): Promise<ListPage<StaffMockInterview>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const condition = conditionOf(filters);
  const count = await countUpToMax(db, selectMockInterviews(db).select('mock.id').where(condition));
  const rows = await selectColumns(db)
    .where(condition)
    .$if(Boolean(last), (query) => query.where('mock.id', '<', last ?? ''))
    .orderBy('mock.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  const { readable, unreadable } = separateUnreadable(page.results, (row) => ({
    id: row.id,
    reference: formatPersonName(row),
  }));
  return { ...page, results: readable.map(presentMockInterview), unreadable };
}

const missingConditions = {
  RESULT_DUE: sql`mock.status = 'BOOKED' and slot.ends_at < now()`,
  FEEDBACK_DUE: sql`mock.status = 'COMPLETED' and feedback.shared_at is null`,
};

const conditionOf = ({ status, expertId, missing }: Omit<StaffMockInterviewsQuery, 'limit' | 'after'>) =>
  sql<boolean>`true
    ${status ? sql` and mock.status = ${status}` : sql``}
    ${expertId ? sql` and mock.expert_id = ${expertId}` : sql``}
    ${missing ? sql` and ${missingConditions[missing]}` : sql``}`;

const presentMockInterview = ({ startsAt, endsAt, bookedAt, sharedAt, ...row }: Row): StaffMockInterview => ({
  ...{ id: row.id, status: row.status, statusLabel: mockInterviewStatusLabels[row.status] },
  candidate: { id: row.userId, name: formatPersonName(row), phone: row.phoneE164, email: row.email },
  ...{ expertId: row.expertId, expertName: findCoachOf(row)?.name ?? row.coachSlug },
  ...{ slotId: row.slotId, timeZone: row.timeZone, role: row.role },
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  bookedAt: bookedAt.toISOString(),
  feedbackSharedAt: sharedAt?.toISOString() ?? null,
});

/** Loads a mock interview. Throws NOT_FOUND. */
export async function requireStaffMockInterview(db: Db, id: string): Promise<StaffMockInterview> {
  const row = isUuid(id) ? await selectColumns(db).where('mock.id', '=', id).executeTakeFirst() : null;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such mock interview' });
  return presentMockInterview(row);
}
