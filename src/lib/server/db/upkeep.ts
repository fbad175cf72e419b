import { sql } from 'kysely';
import type { Db } from './open.ts';

/** What PostgreSQL's background processes do. The embedded database has none, so without this nobody does it. */

const second = 1000;
const hour = 3_600_000;
/** What a start after a kill reads again, and for how long a checkpoint keeps visitors waiting, grow with it. */
const maxLogBytes = 16 * 1024 * 1024;

/** Starts the upkeep of the embedded database, which pauses while it `mayWrite` not. Returns the function that ends it. */
export function startUpkeep(db: Db, mayWrite: () => boolean): () => void {
  // A step fails only while the database closes or the disk is full, which the next write reports.
  const repeat = (step: (db: Db) => Promise<unknown>, everyMs: number): NodeJS.Timeout =>
    setInterval(() => {
      if (mayWrite()) void step(db).catch(() => {});
    }, everyMs).unref();
  const timers = [repeat(flushLog, second), repeat(writeCheckpoint, second), repeat(vacuumTables, hour)];
  return () => timers.forEach(clearInterval);
}

/**
 * Writes to the disk what statements with `synchronous_commit = off` have committed. A durable commit writes all that came before it,
 * and a message in the log is the smallest one.
 */
const flushLog = (db: Db): Promise<unknown> =>
  sql`select pg_logical_emit_message(true, 'flush', '') where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`.execute(
    db,
  );

/** Writes changed pages to their files once the log has grown, so that its older files are used again. Without it the log only grows. */
async function writeCheckpoint(db: Db): Promise<void> {
  const { rows } = await sql<{ isDue: boolean }>`
    select pg_current_wal_insert_lsn() - redo_lsn > ${maxLogBytes} as is_due from pg_control_checkpoint()`.execute(
    db,
  );
  if (rows[0]?.isDue) await sql`checkpoint`.execute(db);
}

/**
 * Removes dead rows and renews the planner's statistics. One table at a time, because the process does nothing else during a statement,
 * and a second for all tables would be a second in which nobody gets an answer.
 */
export async function vacuumTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and not relisshared order by oid`.execute(
    db,
  );
  for (const { name } of rows) await sql`vacuum analyze ${sql.raw(name)}`.execute(db);
}
