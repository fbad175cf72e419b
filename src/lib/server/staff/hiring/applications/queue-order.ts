import { sql } from 'kysely';
import type { QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import type { QueueSort } from '#lib/domain/staff/application-queue.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyLate } from '#lib/server/hiring/applications/late-reply.ts';
import { type CursorPart, instantText, parseCursor } from '../../keyset.ts';
import { type Condition, missedRules, sentAt, statusesOf } from './queue-filters.ts';

/**
 * The queue's orders besides late replies. A page is one index range per status, merged. The keys change only when a draft is
 * sent, when a person's name changes, or never, so pages neither skip nor repeat an application.
 */

interface Order {
  /** The sort keys before the id, as SQL and as the text of a cursor. All keys have one direction. */
  keys: { name: string; value: Condition; text: Condition; type: Condition }[];
  direction: 'asc' | 'desc';
  cursor: ('integer' | 'instant' | 'id')[];
}

const sent = {
  name: 'sent',
  value: sentAt,
  text: instantText(sql.ref('sent')),
  type: sql`timestamptz`,
};
const missed = { name: 'missed', value: missedRules, text: sql`missed::text`, type: sql`int` };

const orders: Record<Exclude<QueueSort, 'late' | 'name'>, Order> = {
  newest: { keys: [sent], direction: 'desc', cursor: ['instant', 'id'] },
  oldest: { keys: [sent], direction: 'asc', cursor: ['instant', 'id'] },
  fit: { keys: [missed, sent], direction: 'asc', cursor: ['integer', 'instant', 'id'] },
};

export interface OrderedRow {
  id: string;
  /** The sort keys of the row, of which the last one is the id. */
  cursor: CursorPart[];
}

interface Page {
  limit: number;
  /** The conditions of the filters. */
  where: Condition;
  after: string | undefined;
}

/** Lists up to `limit` applications in an order other than `late`. */
export async function listInOrder(
  db: Db,
  sort: Exclude<QueueSort, 'late'>,
  filters: QueueFilters,
  page: Page,
): Promise<OrderedRow[]> {
  if (sort === 'name') return listByName(db, filters, page);
  const { keys, direction, cursor } = orders[sort];
  const where = whereOf(filters, page);
  const start = parseCursor(page.after, cursor);
  const columns = sql.join(keys.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`));
  const order = (names: readonly Condition[]) =>
    sql`order by ${sql.join([...names, sql`id`].map((name) => sql`${name} ${sql.raw(direction)}`))} limit ${page.limit}`;
  const from = start ? sql` and ${afterStart(keys, direction, start)}` : sql``;
  const branches = statusesOf(filters).map(
    (status) => sql`(select id, ${columns} from job_application
      where status = ${status} ${from} ${where} ${order(keys.map(({ value }) => value))})`,
  );
  if (!branches.length) return [];
  const { rows } = await sql<{ id: string; keys: string[] }>`
    select id, array[${sql.join(keys.map(({ text }) => text))}] as keys
    from (${sql.join(branches, sql` union all `)}) page ${order(keys.map(({ name }) => sql.ref(name)))}`.execute(
    db,
  );
  return rows.map((row) => ({ id: row.id, cursor: [...row.keys, row.id] }));
}

function afterStart(
  keys: Order['keys'],
  direction: Order['direction'],
  start: readonly CursorPart[],
): Condition {
  const values = keys.map(({ type }, index) => sql`${start[index]}::${type}`);
  return sql`(${sql.join([...keys.map(({ value }) => value), sql`id`])})
    ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join([...values, sql`${start.at(-1)}::uuid`])})`;
}

const whereOf = ({ late }: QueueFilters, { where }: Page): Condition =>
  sql`${where} ${late === 'true' ? sql` and ${isReplyLate()}` : sql``}`;

/** The index app_user_name has the same expression. A cursor has room for the first 40 characters in any script. */
const personName = sql`lower(left(first_name || ' ' || last_name, 40)) collate "C"`;

async function listByName(db: Db, filters: QueueFilters, page: Page): Promise<OrderedRow[]> {
  const { limit, after } = page;
  const statuses = statusesOf(filters);
  if (!statuses.length) return [];
  const start = parseCursor(after, ['text', 'id']);
  const [name, id] = start ?? [];
  const from = start
    ? sql`where ${personName} >= ${name} and (${personName}, a.id) > (${name}, ${id}::uuid)`
    : sql``;
  // The applications of a search are found first: the planner takes them for more than they are, and would read people in the order of
  // their names until a page is full.
  const isSearch = Boolean(filters.search?.trim());
  const { rows } = await sql<{ id: string; name: string }>`
    with a as ${isSearch ? sql`materialized` : sql`not materialized`} (
      select id, user_id from job_application
      where status in (${sql.join(statuses)}) ${whereOf(filters, page)}
    )
    select a.id, ${personName} as name
    from app_user join a on a.user_id = app_user.id
    ${from} order by ${personName}, a.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ id: row.id, cursor: [row.name, row.id] }));
}
