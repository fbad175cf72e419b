import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import {
  counters,
  deletedWithOthers,
  dependencyColumns,
  dependents,
  historyTables,
  lockedWith,
  lockOrder,
  permanentTables,
  raisedOnUndo,
} from './undo-rules.ts';

/** A row that an action wrote: its state before the first write and after the last. Null where it did not exist. */
export interface ChangedRow {
  table: string;
  keyColumn: string;
  key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Returns the rows that an action wrote, each once, the last written first. */
export async function listChangedRows(trx: Db, staffActionId: string): Promise<ChangedRow[]> {
  const { rows } = await sql<{ table: string; column: string; key: string; before: string; after: string }>`
    select table_name as table, key_column as column, key_value as key, before::text, after::text
    from row_change where staff_action_id = ${staffActionId} order by id`.execute(trx);
  const changed = new Map<string, ChangedRow>();
  for (const { table, column, key, before, after } of rows) {
    const id = `${table} ${key}`;
    const first = changed.get(id);
    // The last write of a row decides its place.
    changed.delete(id);
    changed.set(id, {
      ...{ table, keyColumn: column, key },
      before: first ? first.before : parseRow(before),
      after: parseRow(after),
    });
  }
  return [...changed.values()].reverse();
}

const parseRow = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>);

/**
 * Restores rows to their state before, in the caller's transaction. Returns the first row that somebody has changed since,
 * and then the caller must roll back; null when all were restored.
 */
export async function revertRows(trx: Db, rows: readonly ChangedRow[]): Promise<ChangedRow | null> {
  // Recorded times are in UTC.
  await sql`set local timezone = 'UTC'`.execute(trx);
  const isAdded = ({ table, before }: ChangedRow) => historyTables.includes(table) && before === null;
  const state = rows.filter((row) => !permanentTables.includes(row.table) && !isAdded(row));
  for (const row of listLocks(state)) await lockRow(trx, row);
  const isFirst = ({ table }: ChangedRow) => deletedWithOthers.includes(table);
  for (const row of [...state.filter(isFirst), ...state.filter((row) => !isFirst(row))])
    if (!(await revertRow(trx, row))) return row;
  const added = rows.filter(isAdded);
  for (const row of added) if (!(await markUndone(trx, row, added))) return row;
  return null;
}

/** A row to lock. One that stays is locked less, because rows that refer to it may be inserted meanwhile. */
type LockedRow = ChangedRow & { isUnchanged?: boolean };

/** Lists the rows to restore and those whose lock protects them, in the order in which they are locked. */
function listLocks(state: readonly ChangedRow[]): LockedRow[] {
  const locks = new Map<string, LockedRow>(state.map((row) => [`${row.table} ${row.key}`, row]));
  for (const row of state) {
    const [table, column] = lockedWith[row.table] ?? [];
    const key = column && (row.before ?? row.after)?.[column];
    if (!table || typeof key !== 'string' || locks.has(`${table} ${key}`)) continue;
    locks.set(`${table} ${key}`, {
      ...{ table, key, keyColumn: 'id', before: null, after: null },
      isUnchanged: true,
    });
  }
  return [...locks.values()].sort(byLockOrder);
}

function byLockOrder(one: ChangedRow, other: ChangedRow): number {
  const rankOf = ({ table }: ChangedRow) => lockOrder.indexOf(table) >>> 0;
  return rankOf(one) - rankOf(other) || (placeOf(one) < placeOf(other) ? -1 : 1);
}

/** A request locks the number of a person before the mailbox, as a merge does; all other rows are locked by key. */
const placeOf = ({ table, key, before, after }: ChangedRow): string =>
  table === 'lead_contact' ? ((before ?? after)?.kind === 'PHONE' ? '0' : '1') + key : key;

const hasKey = ({ keyColumn, key }: ChangedRow) => sql`${sql.ref(keyColumn)} = ${key}`;

async function lockRow(trx: Db, row: LockedRow): Promise<void> {
  const strength = sql.raw(row.isUnchanged ? 'no key update' : 'update');
  await sql`select 1 from ${sql.table(row.table)} where ${hasKey(row)} for ${strength}`.execute(trx);
}

/** Restores one row if its columns are still as the action left them. Returns false if they are not. */
async function revertRow(trx: Db, row: ChangedRow): Promise<boolean> {
  const { before, after } = row;
  const table = sql.table(row.table);
  if (before && after) return revertUpdate(trx, row, before, after);
  if (!before && !after) return true;
  const query = after
    ? sql`delete from ${table} as stored
        where ${hasKey(row)} and to_jsonb(stored) = ${JSON.stringify(after)}::jsonb and ${isUnused(row)} returning 1`
    : // Identities are restored too.
      sql`insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb)
        on conflict do nothing returning 1`;
  return (await query.execute(trx)).rows.length > 0;
}

/** Whether nobody has added a row that depends on this one. */
function isUnused({ table, key }: ChangedRow) {
  const [other, column] = dependents[table] ?? [];
  if (!other || !column) return sql`true`;
  return sql`not exists (select from ${sql.table(other)} where ${sql.ref(column)} = ${key})`;
}

type Values = Record<string, unknown>;

async function revertUpdate(trx: Db, row: ChangedRow, before: Values, after: Values): Promise<boolean> {
  const table = sql.table(row.table);
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (!changed.length) return true;
  const assignments = changed.map((name) =>
    counters.includes(name)
      ? sql`${sql.ref(name)} = stored.${sql.ref(name)} + ${Number(before[name]) - Number(after[name])}::int`
      : raisedOnUndo[row.table]?.[name]
        ? sql`${sql.ref(name)} = ${sql.raw(raisedOnUndo[row.table]?.[name] ?? '')}`
        : sql`${sql.ref(name)} = previous.${sql.ref(name)}`,
  );
  const dependencies = (dependencyColumns[row.table] ?? []).filter((name) => !changed.includes(name));
  const conditions = [...changed, ...dependencies]
    .filter((name) => !counters.includes(name) || dependencies.includes(name))
    .map(
      (name) =>
        sql`coalesce(to_jsonb(stored.${sql.ref(name)}), 'null') = ${JSON.stringify(after[name] ?? null)}::jsonb`,
    );
  const { rows } = await sql`
    update ${table} as stored set ${sql.join(assignments)}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) as previous
    where ${sql.join([sql`stored.${hasKey(row)}`, ...conditions], sql` and `)} returning 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Marks an entry that the action added to a history. Returns false if a later change that stands has taken the place of its message:
 * the later message has its note, and an undo of the later change would send it.
 */
async function markUndone(trx: Db, row: ChangedRow, added: readonly ChangedRow[]): Promise<boolean> {
  // One action can add several entries of an application; the last of them has the message.
  const ownKeys = added.filter(({ table }) => table === row.table).map(({ key }) => key);
  const isReplaced =
    row.table === 'application_event'
      ? sql`replaced_by_id is not null and replaced_by_id <> all(${ownKeys}::uuid[])`
      : sql`false`;
  // No row is left of an application that the action itself began.
  const { rows } = await sql<{ isReplaced: boolean }>`
    update ${sql.table(row.table)} set undone_at = now() where ${hasKey(row)}
    returning ${isReplaced} as is_replaced`.execute(trx);
  return !rows.some((one) => one.isReplaced);
}
