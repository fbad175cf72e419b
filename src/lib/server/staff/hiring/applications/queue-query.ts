import { sql } from 'kysely';
import type { QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { canAwaitReply } from '#lib/domain/hiring/applications/reply-due.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyOverdue } from '#lib/server/hiring/applications/late-reply.ts';
import { instantText, parseCursor, toListPage } from '../../keyset.ts';
import { type Condition, conditionsOf, statusesOf } from './queue-filters.ts';
import { listInOrder } from './queue-order.ts';

/**
 * The queue's usual order: applications with a late reply first, then the others by when the reply is or was due. All pages
 * use the time of the first one to decide what is late, and transitions never move these times back. So an application
 * that is handled meanwhile keeps its place, and no page skips or repeats one.
 */

interface QueuePosition {
  id: string;
  due: string | null;
}
type Part = 'LATE' | 'REST';

type QueuePage = QueueFilters & { limit: number; after?: string | undefined };

/** Lists the ids of a page of the queue in its order. `now` is what the pages of a board have in common. */
export async function listQueueIds(
  db: Db,
  { sort = 'late', ...page }: QueuePage,
  now?: string,
): Promise<{ ids: string[]; after: string | null }> {
  if (sort === 'late') return listLateFirst(db, page, now);
  const { limit, after, ...filters } = page;
  const rows = await listInOrder(db, sort, filters, { limit: limit + 1, after });
  const { results, after: next } = toListPage(rows.length, rows, limit, ({ cursor }) => cursor);
  return { ids: results.map(({ id }) => id), after: next };
}

async function listLateFirst(
  db: Db,
  { limit, after, ...filters }: QueuePage,
  now: string | undefined,
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
