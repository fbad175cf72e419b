import { sql } from 'kysely';
import type { QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { canAwaitReply } from '#lib/domain/hiring/applications/reply-due.ts';
import { defaultSort } from '#lib/domain/staff/application-queue.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyOverdue } from '#lib/server/hiring/applications/late-reply.ts';
import { instantText, parseCursor, toListPage } from '../../keyset.ts';
import { type Condition, conditionsOf, statusesOf } from './queue-filters.ts';
import { listInOrder } from './queue-order.ts';

/**
 * The queue's usual order: applications with a late reply first, then those that wait for a reply, then the others, each by when
 * the reply is or was due. All pages use the time of the first one to decide what is late or waits, and transitions never move
 * these times back. So an application that is handled meanwhile keeps its place, and no page skips or repeats one.
 */

interface QueuePosition {
  id: string;
  due: string | null;
}
const parts = ['LATE', 'DUE', 'REST'] as const;
type Part = (typeof parts)[number];

type QueuePage = QueueFilters & { limit: number; after?: string | undefined };

/** What the pages of a board have in common. */
interface BoardParts {
  now?: string;
  /** What `conditionsOf` returns for the filters. */
  where?: Condition;
}

/** Lists the ids of a page of the queue in its order. */
export async function listQueueIds(
  db: Db,
  { sort: chosenSort, ...page }: QueuePage,
  { now, where: known }: BoardParts = {},
): Promise<{ ids: string[]; after: string | null }> {
  const sort = chosenSort ?? defaultSort(page.status);
  const { limit, after, ...filters } = page;
  const where = known ?? (await conditionsOf(db, filters));
  if (sort === 'late') return listLateFirst(db, page, where, now);
  const rows = await listInOrder(db, sort, filters, { limit: limit + 1, after, where });
  const { results, after: next } = toListPage(rows.length, rows, limit, ({ cursor }) => cursor);
  return { ids: results.map(({ id }) => id), after: next };
}

async function listLateFirst(
  db: Db,
  { limit, after, ...filters }: QueuePage,
  where: Condition,
  now: string | undefined,
): Promise<{ ids: string[]; after: string | null }> {
  const cursor = parseCursor(after, ['instant', 'part', 'instantOrNone', 'id']);
  const asOf = cursor?.[0] ?? now ?? (await databaseNowText(db));
  const start = cursor && { part: cursor[1] as Part, due: cursor[2] ?? null, id: cursor[3] ?? '' };
  const range = {
    statuses: statusesOf(filters),
    where,
    asOf,
    limit: limit + 1,
    isLateOnly: filters.late === 'true',
  };

  const found: (QueuePosition & { part: Part })[] = [];
  const wanted =
    filters.late === 'true' ? parts.slice(0, 1) : parts.slice(parts.indexOf(start?.part ?? 'LATE'));
  for (const part of wanted) {
    const from = start?.part === part ? start : null;
    const rows = await run(db, branchesOf(part, { ...range, start: from }), range.limit - found.length);
    found.push(...rows.map((row) => ({ ...row, part })));
    if (found.length > limit) break;
  }
  const page = toListPage(found.length, found, limit, ({ part, due, id }) => [asOf, part, due, id]);
  return { ids: page.results.map(({ id }) => id), after: page.after };
}

const order = sql`order by reply_due_at, id`;

interface QueueRange {
  statuses: readonly ApplicationStatus[];
  where: Condition;
  asOf: string;
  limit: number;
  start: QueuePosition | null;
  isLateOnly: boolean;
}

const afterCursor = (start: QueuePosition | null): Condition =>
  start?.due ? sql` and (reply_due_at, id) > (${start.due}::timestamptz, ${start.id}::uuid)` : sql``;

const statusBranch = (status: ApplicationStatus, more: Condition, limit: number) => sql`
  (select id, reply_due_at from job_application where status = ${status} ${more} ${order} limit ${limit})`;

const instant = (text: string): Condition => sql`${text}::timestamptz`;

/** Matches applications of a part that got their reply after the first page: they keep their place. */
const isRepliedSince = (part: 'LATE' | 'DUE', asOf: string): Condition =>
  sql`(reply_due_at ${part === 'LATE' ? sql`<=` : sql`>`} ${instant(asOf)} and replied_at > ${instant(asOf)})`;

/** Matches applications that waited for a reply at an instant, of a status that can. One that was sent later is not among them. */
const isWaiting = (part: 'LATE' | 'DUE', asOf: string): Condition =>
  part === 'LATE'
    ? isReplyOverdue(instant(asOf))
    : sql`(replied_at is null and reply_due_at > ${instant(asOf)} and submitted_at <= ${instant(asOf)})`;

const branchesOf = (part: Part, range: QueueRange): Condition[] =>
  part === 'REST' ? otherBranches(range) : waitingBranches(part, range);

function waitingBranches(
  part: 'LATE' | 'DUE',
  { statuses, where, asOf, limit, start, isLateOnly }: QueueRange,
): Condition[] {
  const waiting = statuses
    .filter(canAwaitReply)
    .map((status) =>
      statusBranch(status, sql`and ${isWaiting(part, asOf)} ${afterCursor(start)} ${where}`, limit),
    );
  if (isLateOnly || !waiting.length) return waiting;
  const since = sql`(select id, reply_due_at from job_application
    where ${isRepliedSince(part, asOf)} and status in (${sql.join(statuses)}) ${afterCursor(start)} ${where}
    ${order} limit ${limit})`;
  return [...waiting, since];
}

/**
 * Returns two parts of the union per status, each a range of one index: applications with a due time, then those
 * without. Every status has both, so that no transition can hide an application.
 */
function otherBranches({ statuses, where, asOf, limit, start }: QueueRange): Condition[] {
  const hasWaitingParts = statuses.some(canAwaitReply);
  const isReplied = sql`${isRepliedSince('LATE', asOf)} or ${isRepliedSince('DUE', asOf)}`;
  return statuses.flatMap((status) => {
    const isSeen = canAwaitReply(status)
      ? sql`${isWaiting('LATE', asOf)} or ${isWaiting('DUE', asOf)} or ${isReplied}`
      : isReplied;
    const unseen = hasWaitingParts ? sql` and (${isSeen}) is not true` : sql``;
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
