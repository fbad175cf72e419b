import { type RawBuilder, sql } from 'kysely';
import type { QueueQuery } from '#lib/contract/staff/applications.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import { awaitingReplyStatuses, canAwaitReply } from '#lib/domain/hiring/applications/reply-due.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyLate, isReplyOverdue } from '#lib/server/hiring/applications/late-reply.ts';
import { instantText, parseCursor, toListPage } from '../../keyset.ts';
import { parseApplicationNumber, personCondition } from './search.ts';

/**
 * The queue's order: applications with a late reply first, then the others by when the reply is or was due. All pages
 * use the time of the first one to decide what is late, and transitions never move these times back. So an application
 * that is handled meanwhile keeps its place, and no page skips or repeats one.
 */

interface QueuePosition {
  id: string;
  due: string | null;
}
type Part = 'LATE' | 'REST';
type Condition = RawBuilder<unknown>;

export type QueueFilters = Pick<QueueQuery, 'status' | 'jobId' | 'batchId' | 'search' | 'late'>;

export async function listQueueIds(
  db: Db,
  { limit, after, ...filters }: QueueFilters & { limit: number; after?: string | undefined },
  now?: string,
): Promise<{ ids: string[]; after: string | null }> {
  const cursor = parseCursor(after, ['instant', 'part', 'instantOrNone', 'id']);
  const asOf = cursor?.[0] ?? now ?? (await databaseNowText(db));
  const start = cursor && { part: cursor[1] as Part, due: cursor[2] ?? null, id: cursor[3] ?? '' };
  const range = {
    statuses: statusesOf(filters),
    where: await conditionsOf(db, filters),
    asOf,
    limit: limit + 1,
  };

  const found: (QueuePosition & { part: Part })[] = [];
  if (start?.part !== 'REST') {
    const late = await run(
      db,
      lateBranches({ ...range, start, isLateOnly: filters.late === 'true' }),
      range.limit,
    );
    found.push(...late.map((row) => ({ ...row, part: 'LATE' as const })));
  }
  if (found.length <= limit && filters.late !== 'true') {
    const from = start?.part === 'REST' ? start : null;
    const rest = await run(db, otherBranches({ ...range, start: from }), range.limit - found.length);
    found.push(...rest.map((row) => ({ ...row, part: 'REST' as const })));
  }
  const page = toListPage(found.length, found, limit, ({ part, due, id }) => [asOf, part, due, id]);
  return { ids: page.results.map(({ id }) => id), after: page.after };
}

/** Counts the applications of each status. */
export async function countQueue(db: Db, filters: QueueFilters): Promise<Map<ApplicationStatus, number>> {
  const { rows } = await sql<{ status: ApplicationStatus; count: number }>`
    select status, count(*)::int as count from job_application where ${await queueCondition(db, filters)}
    group by status`.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Returns the condition that matches the same applications without an order, for counts and exports. */
export async function queueCondition(db: Db, filters: QueueFilters): Promise<Condition> {
  const isLate = filters.late === 'true' ? sql` and ${isReplyLate()}` : sql``;
  return sql`status in (${sql.join(statusesOf(filters))}) ${await conditionsOf(db, filters)} ${isLate}`;
}

/** A search covers every status, so that a person is always found. */
function statusesOf({ status, search, late }: QueueFilters): readonly ApplicationStatus[] {
  if (late === 'true')
    return status ? awaitingReplyStatuses.filter((one) => one === status) : awaitingReplyStatuses;
  if (status) return [status];
  return search ? keysOf(applicationStatusLabels) : queueStatuses;
}

async function conditionsOf(db: Db, { jobId, batchId, search }: QueueFilters): Promise<Condition> {
  const number = parseApplicationNumber(search);
  const people = number ? null : await personCondition(db, search);
  return sql`${jobId ? sql` and job_id = ${jobId}` : sql``}
    ${batchId ? sql` and id in (select application_id from training where batch_id = ${batchId})` : sql``}
    ${number ? sql` and number = ${number}` : sql``}
    ${people ? sql` and user_id ${people}` : sql``}`;
}

const order = sql`order by reply_due_at, id`;

interface QueueRange {
  statuses: readonly ApplicationStatus[];
  where: Condition;
  asOf: string;
  limit: number;
  start: QueuePosition | null;
}

const afterCursor = (start: QueuePosition | null): Condition =>
  start?.due ? sql` and (reply_due_at, id) > (${start.due}::timestamptz, ${start.id}::uuid)` : sql``;

const statusBranch = (status: ApplicationStatus, more: Condition, limit: number) => sql`
  (select id, reply_due_at from job_application where status = ${status} ${more} ${order} limit ${limit})`;

const instant = (text: string): Condition => sql`${text}::timestamptz`;

/** Matches applications whose reply was late at an instant and was given afterwards. */
const isRepliedSince = (asOf: string): Condition =>
  sql`(reply_due_at <= ${instant(asOf)} and replied_at > ${instant(asOf)})`;

function lateBranches({
  statuses,
  where,
  asOf,
  limit,
  start,
  isLateOnly,
}: QueueRange & { isLateOnly: boolean }) {
  const waiting = statuses
    .filter(canAwaitReply)
    .map((status) =>
      statusBranch(status, sql`and ${isReplyOverdue(instant(asOf))} ${afterCursor(start)} ${where}`, limit),
    );
  if (isLateOnly || !waiting.length) return waiting;
  // Applications that were handled since the first page keep their place.
  const since = sql`(select id, reply_due_at from job_application
    where ${isRepliedSince(asOf)} and status in (${sql.join(statuses)}) ${afterCursor(start)} ${where}
    ${order} limit ${limit})`;
  return [...waiting, since];
}

/**
 * Returns two parts of the union per status, each a range of one index: applications with a due time, then those
 * without. Every status has both, so that no transition can hide an application.
 */
function otherBranches({ statuses, where, asOf, limit, start }: QueueRange): Condition[] {
  const hasLatePart = statuses.some(canAwaitReply);
  return statuses.flatMap((status) => {
    const isSeen = canAwaitReply(status)
      ? sql`${isReplyOverdue(instant(asOf))} or ${isRepliedSince(asOf)}`
      : isRepliedSince(asOf);
    const unseen = hasLatePart ? sql` and (${isSeen}) is not true` : sql``;
    const withDueTime =
      start && start.due === null ? [] : [sql` and reply_due_at is not null ${afterCursor(start)}`];
    const others = sql` and reply_due_at is null ${start?.due === null ? sql` and id > ${start.id}::uuid` : sql``}`;
    return [...withDueTime, others].map((range) =>
      statusBranch(status, sql`${range} ${unseen} ${where}`, limit),
    );
  });
}

async function run(db: Db, branches: readonly Condition[], limit: number): Promise<QueuePosition[]> {
  if (!branches.length) return [];
  const { rows } = await sql<QueuePosition>`
    select id, ${instantText('reply_due_at')} as due from (${sql.join(branches, sql` union all `)}) page
    ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Returns the database's time to the microsecond. */
export async function databaseNowText(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`.execute(db);
  return rows[0]?.now ?? '';
}
