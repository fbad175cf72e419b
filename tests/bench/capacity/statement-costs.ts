import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** What a journey of one person costs. */
export interface Cost {
  /** Statements, without `begin` and `commit`. */
  statements: number;
  /** Time in PostgreSQL, also of its triggers. */
  databaseMs: number;
  cpuMs: number;
  walBytes: number;
  /** Rows by table, with what a row of it takes on average with its indexes. */
  rows: Map<string, RowCount>;
}

interface RowCount {
  inserted: number;
  updated: number;
  bytesPerRow: number;
}

/** What only the inbox of development does. */
const inboxTable = 'inbox_message';

/**
 * Runs a journey `times` times and returns what one costs, with PostgreSQL's module `pg_stat_statements` and its counts of rows. Those of
 * the inbox of development are left out.
 */
export async function measureStatements(
  db: Db,
  times: number,
  run: (n: number) => Promise<void>,
): Promise<Cost> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  const before = await countRows(db);
  await sql`select pg_stat_statements_reset()`.execute(db);
  const cpu = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await run(n);
  const { user, system } = process.cpuUsage(cpu);
  const { rows: totals } = await sql<{ statements: number; milliseconds: number; wal: number }>`
    select sum(calls) filter (where toplevel)::float8 as statements, sum(total_exec_time) filter (where toplevel) as milliseconds,
      sum(wal_bytes) filter (where toplevel)::float8 as wal
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query !~ ${`${inboxTable}|pg_stat_|^(begin|commit|listen|set )`}`.execute(db);
  const after = await countRows(db);
  const { statements = 0, milliseconds = 0, wal = 0 } = totals[0] ?? {};
  const rows = new Map(
    [...after].map(([table, row]) => [
      table,
      {
        ...row,
        inserted: (row.inserted - (before.get(table)?.inserted ?? 0)) / times,
        updated: (row.updated - (before.get(table)?.updated ?? 0)) / times,
      },
    ]),
  );
  rows.delete(inboxTable);
  return {
    ...{ statements: statements / times, databaseMs: milliseconds / times, walBytes: wal / times },
    cpuMs: (user + system) / 1000 / times,
    rows,
  };
}

/** More than the pool has, so that each of its connections gets one. */
const allConnections = 10;

async function countRows(db: Db): Promise<Map<string, RowCount>> {
  // A connection reports its counts later, unless it is asked to.
  const flush = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db);
  await Promise.all(Array.from({ length: allConnections }, flush));
  await flush();
  const { rows } = await sql<RowCount & { table: string }>`
    select stat.relname as table, n_tup_ins as inserted, n_tup_upd as updated,
      case when reltuples > 0 then pg_total_relation_size(relid) / reltuples else 0 end as bytes_per_row
    from pg_stat_user_tables stat join pg_class on pg_class.oid = relid where schemaname = 'public'`.execute(
    db,
  );
  return new Map(rows.map(({ table, ...row }) => [table, row]));
}
