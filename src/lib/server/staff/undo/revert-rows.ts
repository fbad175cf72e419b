import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** A row that an action wrote: its state before the first write and after the last. Null where it did not exist. */
export interface ChangedRow {
  table: string;
  keyColumn: string;
  key: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Histories are not rewritten: an event that an undone action added is marked. One that it moved goes back. */
const historyTables: readonly string[] = [
  'application_event',
  'registration_event',
  'enrolment_event',
  'mock_interview_event',
  'scholarship_event',
  'mastery_event',
  'lead_event',
  'callback_event',
  'live_event_history',
  'event_registration_history',
  'certificate_event',
];
/** The audit log is never changed. */
const permanentTables: readonly string[] = ['audit_event'];
/** Rows are locked in the order in which all transactions lock them; tables that are not listed come last. */
const lockOrder: readonly string[] = [
  'candidate_registration',
  'job_application',
  'enrolment',
  // Numbers before mailboxes.
  'lead_contact',
  'lead',
  'callback_request',
  'training',
  'interview',
  'mock_interview',
  'batch_seats',
  'training_batch',
  'interview_slot',
  'interview_pass',
  'employer',
  'job',
  'live_event',
  'event_registration',
];
/** Counts that other people change too. They are corrected by the difference instead of set. */
const counters: readonly string[] = ['taken'];

/** SEQUENCE and time of a calendar that everybody can read: programs ignore a lower one, so an undo is one more change. */
const risen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  live_event: { sequence: 'stored.sequence + 1', updated_at: 'clock_timestamp()' },
};

/** Columns that show that other people built on a change, although the change did not write them. */
const guards: Readonly<Record<string, readonly string[]>> = {
  // An award that was used in an enrolment stays.
  scholarship_registration: ['award_enrolment_id'],
  // So does a payment with which a mock interview was booked.
  interview_pass: ['taken'],
  // A request that came after a merge belongs to the lead that stayed.
  lead: ['asked_at'],
};

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
  for (const row of state.toSorted(byLockOrder)) await lockRow(trx, row);
  for (const row of state) if (!(await revertRow(trx, row))) return row;
  for (const row of rows.filter(isAdded)) await markUndone(trx, row);
  return null;
}

function byLockOrder(one: ChangedRow, other: ChangedRow): number {
  const rankOf = ({ table }: ChangedRow) => lockOrder.indexOf(table) >>> 0;
  return rankOf(one) - rankOf(other) || (placeOf(one) < placeOf(other) ? -1 : 1);
}

/** A request locks the number of a person before the mailbox, as a merge does; all other rows are locked by key. */
const placeOf = ({ table, key, before, after }: ChangedRow): string =>
  table === 'lead_contact' ? ((before ?? after)?.kind === 'PHONE' ? '0' : '1') + key : key;

const hasKey = ({ keyColumn, key }: ChangedRow) => sql`${sql.ref(keyColumn)} = ${key}`;

async function lockRow(trx: Db, row: ChangedRow): Promise<void> {
  await sql`select 1 from ${sql.table(row.table)} where ${hasKey(row)} for update`.execute(trx);
}

/** Restores one row if its columns are still as the action left them. Returns false if they are not. */
async function revertRow(trx: Db, row: ChangedRow): Promise<boolean> {
  const { before, after } = row;
  const table = sql.table(row.table);
  if (before && after) return revertUpdate(trx, row, before, after);
  if (!before && !after) return true;
  const query = after
    ? sql`delete from ${table} as stored
        where ${hasKey(row)} and to_jsonb(stored) = ${JSON.stringify(after)}::jsonb returning 1`
    : sql`insert into ${table} select * from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb)
        on conflict do nothing returning 1`;
  return (await query.execute(trx)).rows.length > 0;
}

type Values = Record<string, unknown>;

async function revertUpdate(trx: Db, row: ChangedRow, before: Values, after: Values): Promise<boolean> {
  const table = sql.table(row.table);
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (!changed.length) return true;
  const assignments = changed.map((name) =>
    counters.includes(name)
      ? sql`${sql.ref(name)} = stored.${sql.ref(name)} + ${Number(before[name]) - Number(after[name])}::int`
      : risen[row.table]?.[name]
        ? sql`${sql.ref(name)} = ${sql.raw(risen[row.table]?.[name] ?? '')}`
        : sql`${sql.ref(name)} = previous.${sql.ref(name)}`,
  );
  const guarded = (guards[row.table] ?? []).filter((name) => !changed.includes(name));
  const conditions = [...changed, ...guarded]
    .filter((name) => !counters.includes(name) || guarded.includes(name))
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

async function markUndone(trx: Db, row: ChangedRow): Promise<void> {
  await sql`update ${sql.table(row.table)} set undone_at = now() where ${hasKey(row)}`.execute(trx);
}
