import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import { type Db, openDatabase, openWithoutTimeouts } from '#lib/server/db/index.ts';
import { migrations } from '#lib/server/db/migrations/index.ts';
import { printHeading } from '../report.ts';

/** What a migration adds to the schema, as statements that drop it. */
type Drops = string[];

/**
 * Prints the time of every migration on an empty database, and on a filled one. There each is repeated in a transaction that first drops
 * what the migration adds and is rolled back at the end, so its statements meet the rows of today; what it copies from columns that a later
 * one has dropped cannot be repeated.
 */
export async function measureMigrations(filled: Db, emptyUrl: string): Promise<void> {
  const empty = await openDatabase({ databaseUrl: emptyUrl, dataDir: '' });
  const { db, close } = openWithoutTimeouts(filled);
  printHeading('Every migration: on an empty database; on this one');
  const totals = { empty: 0, filled: 0, repeated: 0 };
  try {
    for (const [name, { up }] of Object.entries(migrations)) {
      const before = await listObjects(empty.db);
      const emptySeconds = await timed(() =>
        empty.db.transaction().execute((trx) => up(trx as unknown as Kysely<never>)),
      );
      const drops = [...(await listObjects(empty.db))]
        .filter(([key]) => !before.has(key))
        .map(([, drop]) => drop);
      const filledSeconds = await repeat(db, drops, (trx) => up(trx as unknown as Kysely<never>));
      totals.empty += emptySeconds;
      if (typeof filledSeconds === 'number') {
        totals.filled += filledSeconds;
        totals.repeated += 1;
      }
      const figure = typeof filledSeconds === 'number' ? `${filledSeconds.toFixed(2)} s` : filledSeconds;
      console.log(`  ${name.padEnd(34)}${`${(emptySeconds * 1000).toFixed(0)} ms`.padStart(8)}   ${figure}`);
    }
  } finally {
    await close();
    await empty.close();
  }
  console.log(
    `  ${totals.empty.toFixed(1)} s for all on an empty database; ${totals.filled.toFixed(0)} s for the ${totals.repeated} that can be repeated on this one`,
  );
}

class RolledBack extends Error {}

/** Returns the seconds of a migration on the filled database, or why it cannot be repeated. */
async function repeat(db: Db, drops: Drops, up: (trx: Db) => Promise<void>): Promise<number | string> {
  let seconds = 0;
  try {
    await db.transaction().execute(async (trx) => {
      for (const drop of drops) await sql.raw(drop).execute(trx);
      seconds = await timed(() => up(trx));
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) return `not repeated: ${(error as Error).message}`;
  }
  return seconds;
}

/** Lists what the schema has, each with the statement that drops it. The order is that in which they can be dropped. */
async function listObjects(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; drop: string }>`
    select 'trigger ' || tgname || ' ' || tgrelid::regclass as key, format('drop trigger if exists %I on %s', tgname, tgrelid::regclass) as drop
      from pg_trigger where not tgisinternal
    union all select 'index ' || relname, format('drop index if exists %I', relname) from pg_class
      where relkind = 'i' and relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = pg_class.oid)
    union all select 'constraint ' || conname || ' ' || conrelid::regclass, format('alter table if exists %s drop constraint if exists %I cascade', conrelid::regclass, conname)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select 'column ' || attname || ' ' || attrelid::regclass, format('alter table if exists %s drop column if exists %I cascade', attrelid::regclass, attname)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all select 'table ' || relname, format('drop table if exists %I cascade', relname) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select 'sequence ' || relname, format('drop sequence if exists %I cascade', relname) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
    union all select 'function ' || pg_proc.oid::regprocedure, format('drop function if exists %s cascade', pg_proc.oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(
    db,
  );
  return new Map(rows.map(({ key, drop }) => [key, drop]));
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}
