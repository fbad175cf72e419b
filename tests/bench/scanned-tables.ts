import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { Postgres } from '../support/postgres.ts';

/** The number of rows from which a sequential scan is worth a line. */
const manyRows = 1000;

/**
 * Makes PostgreSQL log the plan of every statement of later connections to a database, with its module `auto_explain`. Returns
 * a function that runs a request and lists the nodes of its plans that read a large table sequentially.
 */
export async function watchPlans(
  postgres: Postgres,
  db: Db,
  name: string,
): Promise<(request: () => Promise<unknown>) => Promise<string[]>> {
  for (const [setting, value] of Object.entries({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
  }))
    await sql`alter database ${sql.id(name)} set ${sql.raw(setting)} = ${sql.lit(value)}`.execute(db);
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class where relkind = 'r' and reltuples >= ${manyRows}`.execute(db);
  const large = new Set(rows.map(({ table }) => table));
  let log = '';
  postgres.onLog((text) => {
    log += text;
  });
  return async (request) => {
    log = '';
    await request();
    // The last plans arrive after the response.
    for (let before = -1; before !== log.length; await sleep(50)) before = log.length;
    return [...new Set(findScans(log, large))];
  };
}

/** Finds `Seq Scan on lead (20003 rows)` in plans, and adds the filter of the line below. */
function findScans(log: string, large: ReadonlySet<string>): string[] {
  const lines = log.split('\n');
  return lines.flatMap((line, index) => {
    const [, table = '', rows] = line.match(/Seq Scan on (\w+).*rows=(\d+)/) ?? [];
    if (!large.has(table)) return [];
    const filter = lines[index + 1]?.match(/Filter: (.{1,90})/)?.[1];
    return [`Seq Scan on ${table}, ${rows} rows expected${filter ? `: ${filter}` : ''}`];
  });
}
