import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { printHeading } from '../report.ts';

const largest = 25;

/** Prints the rows and bytes of the largest tables, and the largest indexes. */
export async function printSizes(db: Db): Promise<void> {
  const { rows: tables } = await sql<{
    table: string;
    rows: number;
    heap: number;
    indexes: number;
    all: number;
  }>`
    select relname as table, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes,
      pg_database_size(current_database()) as "all"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit ${largest}`.execute(db);
  printHeading(
    `Sizes: ${megabytes(tables[0]?.all ?? 0)} in all (rows; table; its indexes; bytes per row with indexes)`,
  );
  for (const { table, rows, heap, indexes } of tables) {
    const perRow = rows ? Math.round((heap + indexes) / rows) : 0;
    console.log(
      `  ${table.padEnd(32)}${rows.toLocaleString('en').padStart(12)}${megabytes(heap).padStart(10)}${megabytes(indexes).padStart(10)}${`${perRow} B`.padStart(9)}`,
    );
  }
  const { rows: indexes } = await sql<{ index: string; bytes: number }>`
    select relname as index, pg_relation_size(oid) as bytes
    from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace
    order by 2 desc limit ${largest}`.execute(db);
  console.log(
    `  Largest indexes: ${indexes.map(({ index, bytes }) => `${index} ${megabytes(bytes)}`).join(', ')}`,
  );
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
