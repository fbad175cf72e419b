import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type {
  AppointmentsQuery,
  SlotsQuery,
  StaffBatch,
  StaffSlot,
} from '#lib/contract/staff/appointments.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { countUpToMax, instantText, parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';

/** Training batches and interview slots as staff read them: the next one first or, of past ones, the latest. */

const selectBatches = (db: Db) =>
  db
    .selectFrom('trainingBatch')
    .innerJoin('job', 'job.id', 'trainingBatch.jobId')
    .selectAll('trainingBatch')
    .select([
      'job.title as jobTitle',
      'job.code as jobCode',
      instantText('training_batch.starts_at').as('startsText'),
    ]);
type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>;

const selectSlots = (db: Db) =>
  db
    .selectFrom('interviewSlot')
    .innerJoin('job', 'job.id', 'interviewSlot.jobId')
    .leftJoin('interviewer', 'interviewer.id', 'interviewSlot.interviewerId')
    .selectAll('interviewSlot')
    .select([
      'job.id as jobId',
      'job.title as jobTitle',
      'job.code as jobCode',
      'job.stages',
      'interviewer.name as interviewerName',
      instantText('interview_slot.starts_at').as('startsText'),
    ]);
type SlotRow = Awaited<ReturnType<ReturnType<typeof selectSlots>['executeTakeFirstOrThrow']>>;

export async function listBatches(db: Db, query: AppointmentsQuery): Promise<ListPage<StaffBatch>> {
  const page = await listPage(db, 'training_batch', query, ({ where, order }, limit) =>
    selectBatches(db).where(where).orderBy(order).limit(limit).execute(),
  );
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, title }) => ({
    id,
    reference: title,
  }));
  return { ...page, results: readable.map(presentBatch), unreadable };
}

export async function listSlots(db: Db, query: SlotsQuery): Promise<ListPage<StaffSlot>> {
  const page = await listPage(db, 'interview_slot', query, ({ where, order }, limit) =>
    selectSlots(db).where(where).orderBy(order).limit(limit).execute(),
  );
  const { readable, unreadable } = separateUnreadable(page.results, ({ id, jobTitle }) => ({
    id,
    reference: jobTitle,
  }));
  return { ...page, results: readable.map(presentSlot), unreadable };
}

async function listPage<Row extends { id: string; startsText: string | null }>(
  db: Db,
  table: SeatTable,
  query: SlotsQuery,
  load: (range: ReturnType<typeof rangeOf>, limit: number) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const range = rangeOf(table, query);
  const { where } = rangeOf(table, { ...query, after: undefined });
  const all =
    table === 'training_batch'
      ? db.selectFrom('trainingBatch').select('id').where(where)
      : db.selectFrom('interviewSlot').select('id').where(where);
  const [count, rows] = await Promise.all([countUpToMax(db, all), load(range, query.limit + 1)]);
  return toListPage(count, rows, query.limit, ({ startsText, id }) => [startsText, id]);
}

type SeatTable = 'training_batch' | 'interview_slot';
type RangeColumns = [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];

function rangeOf(table: SeatTable, { after, jobId, interviewerId, past }: SlotsQuery) {
  const cursor = parseCursor(after, ['instant', 'id']);
  const isPast = past === 'true';
  const [starts, ends, id] = ['starts_at', 'ends_at', 'id'].map((name) =>
    sql.ref(`${table}.${name}`),
  ) as RangeColumns;
  const key = sql`(${starts}, ${id})`;
  // These bounds on the start let the index be used: what is over began before now, and a slot that is not over began
  // at most 8 hours ago (migration 030).
  const since = table === 'interview_slot' ? sql` and ${starts} > now() - interval '8 hours'` : sql``;
  const ofJobs = table === 'interview_slot' ? sql` and job_id is not null` : sql``;
  const position = cursor && sql`(${cursor[0]}::timestamptz, ${cursor[1]}::uuid)`;
  const where = sql<boolean>`${ends} ${isPast ? sql`<` : sql`>=`} now()
    ${isPast ? sql` and ${starts} < now()` : since}${ofJobs}
    ${jobId ? sql` and ${sql.ref(`${table}.job_id`)} = ${jobId}` : sql``}
    ${interviewerId ? sql` and interview_slot.interviewer_id = ${interviewerId}` : sql``}
    ${position ? sql` and ${key} ${isPast ? sql`<` : sql`>`} ${position}` : sql``}`;
  const order = isPast ? sql`${starts} desc, ${id} desc` : sql`${starts}, ${id}`;
  return { where, order };
}

/** Loads a batch. Throws NOT_FOUND. */
export async function requireBatch(db: Db, id: string): Promise<StaffBatch> {
  const row = isUuid(id)
    ? await selectBatches(db).where('trainingBatch.id', '=', id).executeTakeFirst()
    : null;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such batch' });
  return presentBatch(row);
}

/** Lists batches of the last months and of the future for a select field, the latest first, and always the chosen one. */
export async function listBatchNames(
  db: Db,
  { jobId, batchId }: { jobId?: string | undefined; batchId?: string | undefined },
): Promise<[id: string, name: string][]> {
  const isRecent = sql<boolean>`ends_at > now() - interval '90 days'`;
  const rows = await selectBatches(db)
    .where(batchId ? sql<boolean>`(${isRecent} or training_batch.id = ${batchId})` : isRecent)
    .$if(jobId !== undefined, (query) => query.where('jobId', '=', jobId ?? ''))
    // The nearest one first, before or after today.
    .orderBy(sql`abs(extract(epoch from starts_at - now()))`)
    .orderBy('startsAt', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ id, title, startsAt, timeZone, jobCode }) => [
    id,
    `${dateText(startsAt, timeZone)}, ${title} (${jobCode})`,
  ]);
}

/** Loads a slot. Throws NOT_FOUND. */
export async function requireSlot(db: Db, id: string): Promise<StaffSlot> {
  const row = isUuid(id) ? await selectSlots(db).where('interviewSlot.id', '=', id).executeTakeFirst() : null;
  if (!row) throw new HttpError('NOT_FOUND', { message: 'There is no such slot' });
  return presentSlot(row);
}

const presentSeats = (row: BatchRow | SlotRow) => ({
  id: row.id,
  job: { id: row.jobId, title: row.jobTitle, code: row.jobCode },
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  timeZone: row.timeZone,
  joinUrl: row.joinUrl,
  address: row.address,
  capacity: row.capacity,
  taken: row.taken,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
});

const presentBatch = (row: BatchRow): StaffBatch => ({
  ...presentSeats(row),
  title: row.title,
  mode: row.mode,
  instructions: row.instructions,
});

const presentSlot = (row: SlotRow): StaffSlot => ({
  ...presentSeats(row),
  stageKey: row.stageKey,
  stage: row.stages.find(({ key }) => key === row.stageKey)?.title ?? null,
  mode: row.mode,
  instructions: row.instructions,
  interviewer:
    row.interviewerId && row.interviewerName ? { id: row.interviewerId, name: row.interviewerName } : null,
});
