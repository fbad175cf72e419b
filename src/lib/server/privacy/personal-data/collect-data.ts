import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { mentions } from './mentions.ts';
import { exportedTables } from './personal-tables.ts';
import type { Subject } from './subject.ts';

type Row = Record<string, unknown>;

/** Returns every row that mentions the person, by table. Tables without one are left out, and so are secrets. */
export async function collectData(db: Db, subject: Subject): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const [table, { secret = [] }] of Object.entries(exportedTables)) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) - ${[...secret]}::text[] as row from ${sql.table(table)} t
      where ${mentions(table, subject)}`.execute(db);
    if (rows.length) found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Returns the ids of rows, by which the history of staff's changes refers to them. */
export const idsOf = (found: Record<string, Row[]>): string[] =>
  Object.values(found).flatMap((rows) => rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])));
