import type { Selectable } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '#lib/server/core/actor.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type {
  MockInterviewEventTable,
  MockInterviewFeedbackTable,
  MockInterviewTable,
} from '#lib/server/db/schema/mock-interviews.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { MediaRow } from '#lib/server/media/media-repository.ts';
import type { SlotRow } from '../application-aggregate.ts';
import type { ExpertRow } from './experts.ts';
import type { InterviewPassRow } from './passes/find-pass.ts';

export type MockInterviewRow = Selectable<MockInterviewTable>;
export type FeedbackRow = Selectable<MockInterviewFeedbackTable>;

/** A mock interview with all data that its next transition depends on and that its pages show. */
export interface MockInterviewAggregate {
  mock: MockInterviewRow;
  slot: SlotRow;
  expert: ExpertRow;
  person: UserRow;
  resume: MediaRow | null;
  feedback: FeedbackRow | null;
  /** What it is paid with; null for bookings from before there were passes. */
  pass: InterviewPassRow | null;
  /** Oldest first. */
  history: Selectable<MockInterviewEventTable>[];
  /** The database's clock. */
  now: Date;
}

const createNotFoundError = () => new HttpError('NOT_FOUND', { message: 'There is no such booking' });

/** Loads mock interviews in the order of the ids; ids that do not exist are left out. */
export async function loadMockInterviews(db: Db, ids: readonly string[]): Promise<MockInterviewAggregate[]> {
  if (!ids.length) return [];
  const mocks = await db.selectFrom('mockInterview').selectAll().where('id', 'in', ids).execute();
  if (!mocks.length) return [];
  const slots = await db
    .selectFrom('interviewSlot')
    .selectAll()
    .where('id', 'in', idsOf(mocks, 'slotId'))
    .execute();
  const experts = await db
    .selectFrom('expert')
    .selectAll()
    .where('id', 'in', idsOf(mocks, 'expertId'))
    .execute();
  const people = await db
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', idsOf(mocks, 'userId'))
    .execute();
  const resumeIds = mocks.flatMap(({ resumeMediaId }) => resumeMediaId ?? []);
  const resumes = resumeIds.length
    ? await db.selectFrom('media').selectAll().where('id', 'in', resumeIds).execute()
    : [];
  const feedback = await db
    .selectFrom('mockInterviewFeedback')
    .selectAll()
    .where('mockInterviewId', 'in', idsOf(mocks, 'id'))
    .execute();
  const passIds = mocks.flatMap(({ passId }) => passId ?? []);
  const passes = passIds.length
    ? await db.selectFrom('interviewPass').selectAll().where('id', 'in', passIds).execute()
    : [];
  const events = await db
    .selectFrom('mockInterviewEvent')
    .selectAll()
    .where('mockInterviewId', 'in', idsOf(mocks, 'id'))
    .where('undoneAt', 'is', null)
    .orderBy('id')
    .execute();
  const now = await databaseNow(db);
  const byId = new Map(mocks.map((mock) => [mock.id, mock]));
  return ids.flatMap((id) => {
    const mock = byId.get(id);
    if (!mock) return [];
    return {
      mock,
      slot: requireRow(slots, mock.slotId),
      expert: requireRow(experts, mock.expertId),
      person: requireRow(people, mock.userId),
      resume: resumes.find((file) => file.id === mock.resumeMediaId) ?? null,
      feedback: feedback.find(({ mockInterviewId }) => mockInterviewId === id) ?? null,
      pass: passes.find((one) => one.id === mock.passId) ?? null,
      history: events.filter(({ mockInterviewId }) => mockInterviewId === id),
      now,
    };
  });
}

const idsOf = <Key extends 'id' | 'slotId' | 'expertId' | 'userId'>(
  rows: readonly MockInterviewRow[],
  key: Key,
) => [...new Set(rows.map((row) => row[key]))];

function requireRow<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`No row ${id}`);
  return row;
}

/** Matches the mock interviews that an actor may see and change: an own one, one that they hold, or all for staff. */
async function isVisible(
  db: Db,
  actor: Actor,
  { userId, expertId }: Pick<MockInterviewRow, 'userId' | 'expertId'>,
) {
  if (actor.type === 'CANDIDATE') return userId === actor.id;
  if (actor.type !== 'EXPERT') return true;
  const expert = await db
    .selectFrom('expert')
    .select('id')
    .where('id', '=', expertId)
    .where('userId', '=', actor.id)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return expert !== undefined;
}

/** Finds one mock interview that the actor may see. */
export async function findMockInterview(
  db: Db,
  actor: Actor,
  id: string,
): Promise<MockInterviewAggregate | null> {
  const [aggregate] = isUuid(id) ? await loadMockInterviews(db, [id]) : [];
  return aggregate && (await isVisible(db, actor, aggregate.mock)) ? aggregate : null;
}

/** Loads one mock interview that the actor may see. Throws NOT_FOUND. */
export async function requireMockInterview(
  db: Db,
  actor: Actor,
  id: string,
): Promise<MockInterviewAggregate> {
  const aggregate = await findMockInterview(db, actor, id);
  if (!aggregate) throw createNotFoundError();
  return aggregate;
}

/**
 * Locks a mock interview until the transaction ends and loads it. Every transaction locks the mock interview first and then
 * slots by id. Throws NOT_FOUND.
 */
export async function loadMockInterviewForUpdate(
  trx: Db,
  actor: Actor,
  id: string,
): Promise<MockInterviewAggregate> {
  if (!isUuid(id)) throw createNotFoundError();
  await trx.selectFrom('mockInterview').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  // A separate statement, so that it reads what the previous holder of the lock has committed.
  return requireMockInterview(trx, actor, id);
}
